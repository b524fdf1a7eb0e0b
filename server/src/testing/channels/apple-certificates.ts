/** Certificates as Apple hands them out for Safari, from an authority of our own: a root, its intermediate, and files for websites. */
import { generateKeyPairSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import forge from 'node-forge'

const UID = '0.9.2342.19200300.100.1.1'
const DAY_MS = 86_400_000

interface KeyPair {
  publicKey: forge.pki.rsa.PublicKey
  privateKey: forge.pki.rsa.PrivateKey
}

function keyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  return { publicKey: forge.pki.publicKeyFromPem(publicKey), privateKey: forge.pki.privateKeyFromPem(privateKey) }
}

interface Issuer {
  certificate: forge.pki.Certificate
  keys: KeyPair
}

export interface WebsiteOptions {
  /** How many times the file says that its password is hashed. */
  iterations?: number
  password?: string
  from?: Date
  until?: Date
  /** Without the key, or without the intermediate, or with the id left out. */
  without?: 'key' | 'intermediate' | 'id'
}

export interface AppleAuthority {
  /** PEM. */
  root: string
  intermediate: string
  /** A .p12 file for a website. */
  p12(websitePushId: string, options?: WebsiteOptions): Buffer
}

export function appleAuthority(): AppleAuthority {
  const now = Date.now()
  const [from, until] = [new Date(now - 365 * DAY_MS), new Date(now + 3650 * DAY_MS)]
  const root = issue([{ name: 'commonName', value: 'Test Root' }], { from, until, isAuthority: true })
  const intermediate = issue([{ name: 'commonName', value: 'Test Worldwide Developer Relations' }], {
    from,
    until,
    isAuthority: true,
    issuer: root,
  })
  // Keys are the slow part, and of no interest here.
  const keys = keyPair()
  return {
    root: forge.pki.certificateToPem(root.certificate),
    intermediate: forge.pki.certificateToPem(intermediate.certificate),
    p12: (websitePushId, options = {}) => websiteFile(websitePushId, options, intermediate, keys),
  }
}

function websiteFile(id: string, options: WebsiteOptions, issuer: Issuer, keys: KeyPair): Buffer {
  const now = Date.now()
  const {
    password = 'secret',
    without,
    iterations,
    from = new Date(now - DAY_MS),
    until = new Date(now + 365 * DAY_MS),
  } = options
  const subject = [
    ...(without === 'id' ? [] : [{ type: UID, value: id }]),
    { name: 'commonName', value: `Website Push ID: ${id}` },
    { name: 'countryName', value: 'DE' },
  ]
  const { certificate } = issue(subject, { from, until, issuer, keys })
  const chain = without === 'intermediate' ? [certificate] : [certificate, issuer.certificate]
  const key = without === 'key' ? null : keys.privateKey
  const file = forge.pkcs12.toPkcs12Asn1(key as forge.pki.rsa.PrivateKey, chain, password, { algorithm: '3des' })
  if (iterations !== undefined) setIterations(file, iterations)
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary')
}

/** PFX (RFC 7292, 4): version, contents, and the seal over them: digest, salt, and how many times the password is hashed. */
function setIterations(file: forge.asn1.Asn1, iterations: number): void {
  const [, , seal] = file.value as [forge.asn1.Asn1, forge.asn1.Asn1, forge.asn1.Asn1]
  const [, , count] = seal.value as [forge.asn1.Asn1, forge.asn1.Asn1, forge.asn1.Asn1]
  count.value = forge.asn1.integerToDer(iterations).getBytes()
}

interface IssueOptions {
  from: Date
  until: Date
  isAuthority?: boolean
  issuer?: Issuer
  keys?: KeyPair
}

let serial = 1

function issue(subject: forge.pki.CertificateField[], options: IssueOptions): Issuer {
  const { from, until, isAuthority = false, issuer, keys = keyPair() } = options
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = keys.publicKey
  certificate.serialNumber = (serial++).toString(16).padStart(2, '0')
  certificate.validity.notBefore = from
  certificate.validity.notAfter = until
  certificate.setSubject(subject)
  certificate.setIssuer(issuer?.certificate.subject.attributes ?? subject)
  certificate.setExtensions([{ name: 'basicConstraints', cA: isAuthority, critical: true }])
  certificate.sign((issuer?.keys ?? keys).privateKey, forge.md.sha256.create())
  return { certificate, keys }
}

/** A black picture. */
export function png(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((size + 1) * size))
  const parts = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}
