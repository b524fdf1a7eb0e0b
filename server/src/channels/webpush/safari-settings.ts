/** The stored settings of a site for Safari 7 to 15, and the addresses that its notifications lead to. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SafariSettings {
  application_id: string
  webpush_id: string
  website_name: string
  p12CertificateName: string
  /** PEM: the certificate itself, then those above it. */
  chain: string[]
  /** The address of the largest picture. */
  icon: string
  /** The file with all of them. */
  iconset: string
  icon_sizes: number[]
  /** Seconds since 1970. */
  saved_on: number
}

/** The path on our server, followed by what a message names. */
export const OPEN_PATH = '/sdk/safari/open/'

const SIGNATURE_BYTES = 16
const ID_BYTES = 16

/**
 * What a message names if its click counts for no recipient, such as a greeting or a test: the address itself, signed by the site. Without
 * the key, our address cannot be made to lead elsewhere.
 */
export function directTarget(applicationId: string, siteKey: string, url: string): string {
  const id = Buffer.from(applicationId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signatureOf(siteKey, url), Buffer.from(url)]).toString('base64url')
}

/** Returns which application such a target claims to be of; null for other text. The signature has still to be checked. */
export function readDirectTarget(
  target: string,
): { applicationId: string; isOf(siteKey: string): string | null } | null {
  const bytes = Buffer.from(target, 'base64url')
  if (bytes.length <= ID_BYTES + SIGNATURE_BYTES) return null
  const url = bytes.toString('utf8', ID_BYTES + SIGNATURE_BYTES)
  const signature = bytes.subarray(ID_BYTES, ID_BYTES + SIGNATURE_BYTES)
  return {
    applicationId: bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    isOf: siteKey => (timingSafeEqual(signatureOf(siteKey, url), signature) ? url : null),
  }
}

function signatureOf(siteKey: string, url: string): Buffer {
  return createHmac('sha256', siteKey).update(`safari link\n${url}`).digest().subarray(0, SIGNATURE_BYTES)
}
