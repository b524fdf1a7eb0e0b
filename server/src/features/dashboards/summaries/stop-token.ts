/** Signed ids of subscriptions, for the link in a summary: a reader of the mail can unsubscribe without signing in. */
import type { Secrets } from '../../../lib/secrets.ts'
import type { Reader } from './queries.ts'

const PURPOSE = 'summary'
const BODY_BYTES = 32
const SIGNATURE_BYTES = 16
const TOKEN_LETTERS = 64

/** 64 letters of base64url: application and account with their HMAC. */
export function signStop(secrets: Secrets, { applicationId, accountId }: Reader): string {
  const body = Buffer.from((applicationId + accountId).replaceAll('-', ''), 'hex')
  return Buffer.concat([body, secrets.sign(PURPOSE, body)]).toString('base64url')
}

/** Null if the token is not valid. */
export function readStop(secrets: Secrets, token: string): Reader | null {
  if (token.length !== TOKEN_LETTERS || !/^[\w-]+$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== BODY_BYTES + SIGNATURE_BYTES) return null
  const body = bytes.subarray(0, BODY_BYTES)
  if (!secrets.verify(PURPOSE, body, bytes.subarray(BODY_BYTES))) return null
  return { applicationId: uuidOf(body.subarray(0, 16)), accountId: uuidOf(body.subarray(16)) }
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
