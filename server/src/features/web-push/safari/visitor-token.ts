/**
 * The token in a push package with which Safari later identifies its browser: application, visitor, language and time zone with their HMAC.
 * Nothing is stored for a visitor who only fetched a package.
 */
import type { Secrets } from '../../../lib/secrets.ts'

export interface SafariVisitor {
  applicationId: string
  visitor: string
  language: string | undefined
  timezone: string | undefined
}

const PURPOSE = 'safari visitor'
const IDS_BYTES = 32
const SIGNATURE_BYTES = 16

/** At least 66 characters of base64url; Apple requires 16. */
export function signVisitor(
  secrets: Secrets,
  { applicationId, visitor, language = '', timezone = '' }: SafariVisitor,
): string {
  const ids = Buffer.from((applicationId + visitor).replaceAll('-', ''), 'hex')
  const body = Buffer.concat([ids, Buffer.from(`${language}\n${timezone}`)])
  return Buffer.concat([body, secrets.sign(PURPOSE, body)]).toString('base64url')
}

/** Null if it is not one of ours. */
export function readVisitor(secrets: Secrets, token: string): SafariVisitor | null {
  if (!/^[\w-]{66,300}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length < IDS_BYTES + SIGNATURE_BYTES) return null
  const body = bytes.subarray(0, -SIGNATURE_BYTES)
  if (!secrets.verify(PURPOSE, body, bytes.subarray(-SIGNATURE_BYTES))) return null
  const [language, timezone] = body.toString('utf8', IDS_BYTES).split('\n')
  return {
    applicationId: uuidOf(body.subarray(0, 16)),
    visitor: uuidOf(body.subarray(16, IDS_BYTES)),
    language: language || undefined,
    timezone: timezone || undefined,
  }
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
