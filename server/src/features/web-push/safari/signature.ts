/** Signs a package's manifest: PKCS#7 (RFC 5652), detached, DER. The structure is node-forge's, the signature Node's own, which takes a millisecond. */
import { constants, createPrivateKey, privateEncrypt } from 'node:crypto'
import forge from 'node-forge'
import type { SafariCertificate } from './certificate.ts'

/** The bytes of the file `signature`, of the bytes of the manifest. */
export type SignManifest = (manifest: Buffer) => Buffer

// The name of SHA-256 before a hash of it (RFC 8017 section 9.2).
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** Reads certificate and key once for many packages. */
export function createSigner({ chain, key }: SafariCertificate): SignManifest {
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
