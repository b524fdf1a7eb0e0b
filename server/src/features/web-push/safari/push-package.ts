/**
 * What Safari fetches before it asks a visitor: a zip with the site's names, its pictures, their hashes and a signature over these. (Apple,
 * "Configuring Safari Push Notifications".) Everything but the visitor's token is made once for many packages.
 */
import { constants, createPrivateKey, hash, privateEncrypt } from 'node:crypto'
import { zipSync } from 'fflate'
import forge from 'node-forge'
import type { SafariCertificate } from './certificate.ts'

/** The content of `website.json`, without the visitor's token. */
interface Website {
  websiteName: string
  websitePushID: string
  allowedDomains: readonly string[]
  urlFormatString: string
  webServiceURL: string
}

/** Pictures by edge length. */
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

/** Throws if the largest picture is missing, since it replaces every other one. */
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

/** The second format of the manifest, which Safari accepts since OS X 10.12 (hash with its name). */
function hashOf(content: Buffer): { hashType: 'sha512'; hashValue: string } {
  return { hashType: 'sha512', hashValue: hash('sha512', content, 'hex') }
}

// Signs a package's manifest: PKCS#7 (RFC 5652), detached, DER. The structure is node-forge's, the signature Node's own, which takes a millisecond.

/** Returns the bytes of the file `signature` for those of the manifest. */
type SignManifest = (manifest: Buffer) => Buffer

// The name of SHA-256 before a hash of it (RFC 8017 section 9.2).
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** Parses certificate and key once for many packages. */
function createSigner({ chain, key }: SafariCertificate): SignManifest {
  const [own, ...above] = chain.map(pem => forge.pki.certificateFromPem(pem)) as [forge.pki.Certificate]
  const privateKey = createPrivateKey(key)
  const signing = {
    sign: (md: forge.md.MessageDigest): string => {
      const info = Buffer.concat([SHA256_INFO, Buffer.from(md.digest().getBytes(), 'binary')])
      return privateEncrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, info).toString('binary')
    },
  }
  return manifest => {
    const message = forge.pkcs7.createSignedData()
    message.content = forge.util.createBuffer(manifest.toString('binary'))
    for (const certificate of [own, ...above]) message.addCertificate(certificate)
    const { contentType, data, messageDigest, signingTime, sha256 } = forge.pki.oids
    message.addSigner({
      // Of a key it wants that it can sign.
      key: signing as unknown as forge.pki.rsa.PrivateKey,
      certificate: own,
      digestAlgorithm: sha256 as string,
      authenticatedAttributes: [
        { type: contentType as string, value: data as string },
        { type: messageDigest as string },
        { type: signingTime as string, value: new Date() as unknown as string },
      ],
    })
    message.sign({ detached: true })
    return Buffer.from(forge.asn1.toDer(message.toAsn1()).getBytes(), 'binary')
  }
}
