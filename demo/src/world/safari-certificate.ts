/** A certificate like Apple's for Safari, from an authority of our own, which the sandbox accepts. */
import { appleAuthority } from '@notifly/server/testing/channels/apple-certificates'

const YEAR_MS = 365 * 86_400_000

/** A .p12 file that is valid for one year up to that moment. */
export function safariCertificate(websitePushId: string, password: string, until: Date): Buffer<ArrayBuffer> {
  const from = new Date(until.getTime() - YEAR_MS)
  return Buffer.from(appleAuthority().p12(websitePushId, { password, from, until }))
}
