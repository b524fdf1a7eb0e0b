/**
 * Signatures with a shared secret (HMAC, RFC 2104), as providers sign their reports: Meta's `X-Hub-Signature-256`, Twilio's
 * `X-Twilio-Signature`, those of payment providers. They differ in what is signed and in how it is encoded.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SignatureForm {
  algorithm: 'sha1' | 'sha256'
  encoding: 'hex' | 'base64'
}

/** Returns the signature of `content`, raw bytes or a text in UTF-8. */
export function hmacSignature(
  secret: string,
  content: Buffer | string,
  { algorithm, encoding }: SignatureForm,
): string {
  return createHmac(algorithm, secret).update(content).digest(encoding)
}

/**
 * Whether `given` is that signature. Takes constant time, so that it does not reveal how much was right. Always false for an empty secret,
 * with which anyone could sign.
 */
export function isSignedBy(secret: string, given: unknown, content: Buffer | string, form: SignatureForm): boolean {
  return secret !== '' && typeof given === 'string' && isSameText(given, hmacSignature(secret, content, form))
}

/** Compares a given text with a secret in constant time. */
export function isSameText(given: string, own: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(own)]
  return one.length === other.length && timingSafeEqual(one, other)
}
