/**
 * Signatures by a shared secret (HMAC, RFC 2104), as providers sign what they report: Meta's `X-Hub-Signature-256`, Twilio's
 * `X-Twilio-Signature`, those of payment providers. They differ in what is signed and in how it is written.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SignatureForm {
  algorithm: 'sha1' | 'sha256'
  encoding: 'hex' | 'base64'
}

/** The signature of `content`, bytes as they came or a text in UTF-8. */
export function hmacSignature(
  secret: string,
  content: Buffer | string,
  { algorithm, encoding }: SignatureForm,
): string {
  return createHmac(algorithm, secret).update(content).digest(encoding)
}

/**
 * Whether `given` is that signature, in a time that does not tell how much of it was right. Never with an empty secret, by which
 * anybody could sign.
 */
export function isSignedBy(secret: string, given: unknown, content: Buffer | string, form: SignatureForm): boolean {
  return secret !== '' && typeof given === 'string' && isSameText(given, hmacSignature(secret, content, form))
}

/** Compares a given text with a secret, in a time that does not tell how much of it was right. */
export function isSameText(given: string, own: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(own)]
  return one.length === other.length && timingSafeEqual(one, other)
}
