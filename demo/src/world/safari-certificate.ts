/** A certificate as Apple hands it out for Safari, of an authority that nobody knows: the sandbox does not ask. */
import { appleAuthority } from '@notifly/server/testing/channels/apple-certificates'

const YEAR_MS = 365 * 86_400_000

/** A .p12 file, good for a year until that moment. */
export function safariCertificate(websitePushId: string, password: string, until: Date): Buffer<ArrayBuffer> {
  const from = new Date(until.getTime() - YEAR_MS)
  return Buffer.from(appleAuthority().p12(websitePushId, { password, from, until }))
}
