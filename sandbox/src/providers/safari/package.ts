import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'

// Checks a push package as Safari does before it asks the visitor: every file in the manifest, by its hash.

const REQUIRED = [
  'website.json',
  ...['16x16', '16x16@2x', '32x32', '32x32@2x', '128x128', '128x128@2x'].map(size => `icon.iconset/icon_${size}.png`),
]

export interface Website {
  websitePushID: string
  urlFormatString: string
  webServiceURL: string
  authenticationToken: string
}

/** Throws if the package is invalid. It can be checked that there is a signature, but not whose it is. */
export function readPackage(zip: Buffer): Website {
  const files = new Map(Object.entries(unzipSync(zip)))
  const manifest = JSON.parse(textOf(files, 'manifest.json')) as Record<string, { hashType: string; hashValue: string }>
  for (const name of REQUIRED) {
    const content = files.get(name)
    if (content === undefined) throw new Error(`${name} is missing`)
    const { hashType = '', hashValue = '' } = manifest[name] ?? {}
    if (hashType !== 'sha512' || createHash('sha512').update(content).digest('hex') !== hashValue)
      throw new Error(`${name} is not what the manifest says`)
  }
  // The first byte of every PKCS#7 signature, which is a sequence.
  if (files.get('signature')?.[0] !== 0x30) throw new Error('the signature is missing')
  const website = JSON.parse(textOf(files, 'website.json')) as Website
  if (website.authenticationToken.length < 16) throw new Error('the authentication token is too short')
  if (!/^https?:/.test(website.urlFormatString)) throw new Error('the address for clicks is not one of the web')
  return website
}

function textOf(files: ReadonlyMap<string, Uint8Array>, name: string): string {
  const content = files.get(name)
  if (content === undefined) throw new Error(`${name} is missing`)
  return Buffer.from(content).toString()
}
