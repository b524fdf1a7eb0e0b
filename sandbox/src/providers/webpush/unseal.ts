import { createDecipheriv, hkdfSync } from 'node:crypto'
import type { SubscriptionKeys } from './subscriptions.ts'

const HEADER_BYTES = 21
const TAG_BYTES = 16

/**
 * Decrypts a body as the browser would (RFC 8291 over RFC 8188, one record). Throws if it was not encrypted for these
 * keys.
 */
export function unseal(body: Buffer, { ecdh, auth }: SubscriptionKeys): Buffer {
  const keyBytes = body.readUInt8(20)
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(HEADER_BYTES, HEADER_BYTES + keyBytes)
  const record = body.subarray(HEADER_BYTES + keyBytes)
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const ikm = hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32)
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(ikm), salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', Buffer.from(ikm), salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = plain.lastIndexOf(2)
  if (end < 0 || plain.subarray(end + 1).some(byte => byte !== 0)) throw new Error('no end of the last record')
  return plain.subarray(0, end)
}
