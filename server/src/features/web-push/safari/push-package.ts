/**
 * What Safari fetches before it asks a visitor: a zip of the site's names, its pictures, their hashes and a signature over those.
 * (Apple, "Configuring Safari Push Notifications".) All but the visitor's token is made once for many packages.
 */
import { hash } from 'node:crypto'
import { zipSync } from 'fflate'
import type { SafariCertificate } from './certificate.ts'
import { createSigner } from './signature.ts'

/** Of `website.json`, without the visitor's token. */
export interface Website {
  websiteName: string
  websitePushID: string
  allowedDomains: readonly string[]
  urlFormatString: string
  webServiceURL: string
}

/** Pictures by the length of their edges. */
export type Icons = ReadonlyMap<number, Buffer>

/** The package of one visitor. */
export type BuildPackage = (authenticationToken: string) => Buffer

const ICONSET = [
  ['icon_16x16.png', 16],
  ['icon_16x16@2x.png', 32],
  ['icon_32x32.png', 32],
  ['icon_32x32@2x.png', 64],
  ['icon_128x128.png', 128],
  ['icon_128x128@2x.png', 256],
] as const

/** Throws where the largest picture is missing: it stands in for every other one. */
export function createPackager(website: Website, icons: Icons, certificate: SafariCertificate): BuildPackage {
  const largest = icons.get(256)
  if (largest === undefined) throw new Error('the picture of 256 x 256 is missing')
  const pictures = ICONSET.map(([name, size]) => [`icon.iconset/${name}`, icons.get(size) ?? largest] as const)
  const hashes = pictures.map(([path, content]) => [path, hashOf(content)] as const)
  const sign = createSigner(certificate)
  return authenticationToken => {
    const websiteJson = Buffer.from(JSON.stringify({ ...website, authenticationToken }))
    const entries = Object.fromEntries([...hashes, ['website.json', hashOf(websiteJson)]])
    const manifest = Buffer.from(JSON.stringify(entries))
    const files = { 'website.json': websiteJson, 'manifest.json': manifest, signature: sign(manifest) }
    // Pictures are compressed already.
    return Buffer.from(zipSync({ ...Object.fromEntries(pictures), ...files }, { level: 0 }))
  }
}

/** The second form of the manifest, which Safari takes since OS X 10.12 (hash and its name). */
function hashOf(content: Buffer): { hashType: 'sha512'; hashValue: string } {
  return { hashType: 'sha512', hashValue: hash('sha512', content, 'hex') }
}
