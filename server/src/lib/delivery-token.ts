import type { Secrets } from './secrets.ts'

/** Names one delivery in public links and bounce addresses. */
export interface DeliveryRef {
  applicationId: string
  runId: string
  seq: number
}

const PURPOSE = 'delivery'
const BODY_BYTES = 36
const TOKEN_BYTES = BODY_BYTES + 16

/**
 * The signed name of a delivery: application, run and seq with their HMAC, 70 letters of base64url. One signature serves
 * pixel, links, unsubscribe page and bounce address, since it costs as much as the rest of a short mail.
 */
export function signDelivery(secrets: Secrets, ref: DeliveryRef): string {
  const body = Buffer.allocUnsafe(BODY_BYTES)
  body.write(ref.applicationId.replaceAll('-', ''), 0, 'hex')
  body.write(ref.runId.replaceAll('-', ''), 16, 'hex')
  body.writeUInt32BE(ref.seq, 32)
  return Buffer.concat([body, secrets.sign(PURPOSE, body)]).toString('base64url')
}

/** Null when the token is not one of ours. */
export function readDelivery(secrets: Secrets, token: string): DeliveryRef | null {
  if (!/^[\w-]{70}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== TOKEN_BYTES) return null
  const body = bytes.subarray(0, BODY_BYTES)
  if (!secrets.verify(PURPOSE, body, bytes.subarray(BODY_BYTES))) return null
  return {
    applicationId: uuidOf(body.subarray(0, 16)),
    runId: uuidOf(body.subarray(16, 32)),
    seq: body.readUInt32BE(32),
  }
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
