/** The certificate with which an application signs packages and connects to Apple. Faults of a file are reported at its field. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { invalidField } from '../../../lib/app-error.ts'
import { shortWork } from '../../../lib/work-pool/pools.ts'
import { workOf } from '../../../lib/work-pool/work.ts'
import type * as p12Tasks from './open-p12.ts'
import type { P12Fault } from './open-p12.ts'

/** PEM: the certificate itself first, then those above it as far as they are known. */
export interface SafariCertificate {
  chain: string[]
  key: string
}

/** What people are shown about it. */
export interface CertificateFacts {
  subject: string
  issuer: string
  validFrom: Date
  validUntil: Date
  hasIntermediate: boolean
}

export interface CertificateFiles {
  p12: Buffer
  password: string
  /** Apple's, as a file of its own: DER or PEM. */
  intermediate: Buffer | null
}

/** Throws invalidInput at the field at fault. `now` decides whether it has expired. */
export async function openCertificate(
  applicationId: string,
  files: CertificateFiles,
  websitePushId: string,
  now: Date,
): Promise<SafariCertificate> {
  const { p12, password } = files
  const opened = await shortWork.run(OPEN_P12, applicationId, { file: new Uint8Array(p12), password })
  if ('fault' in opened) throw invalidField(...FAULTS[opened.fault])
  const { key } = opened
  const certificates = opened.certificates.map(pem => new X509Certificate(pem))
  const own = certificates.find(each => each.checkPrivateKey(createPrivateKey(key)))
  if (own === undefined) throw invalidField('certificate', sentence('safari.ownMissing'))
  checkDates(own, now)
  checkId(own, websitePushId)
  const further = files.intermediate === null ? [] : [readIntermediate(files.intermediate, own, certificates)]
  return { chain: chainOf(own, [...certificates, ...further]), key }
}

/** The same certificate with an intermediate that was uploaded later. Throws invalidInput if it is not its issuer. */
export function withIntermediate({ chain, key }: SafariCertificate, intermediate: Buffer): SafariCertificate {
  const certificates = chain.map(pem => new X509Certificate(pem))
  const [own] = certificates as [X509Certificate]
  return { chain: chainOf(own, [...certificates, readIntermediate(intermediate, own, certificates)]), key }
}

export function factsOf({ chain }: Pick<SafariCertificate, 'chain'>): CertificateFacts {
  const own = new X509Certificate(chain[0] ?? '')
  return {
    subject: lineOf(own.subject),
    issuer: lineOf(own.issuer),
    validFrom: own.validFromDate,
    validUntil: own.validToDate,
    hasIntermediate: chain.length > 1,
  }
}

const FAULTS: Record<P12Fault, [field: string, words: Sentence]> = {
  not_p12: ['certificate', sentence('common.p12File', { reason: sentence('safari.p12') })],
  wrong_password: ['password', sentence('safari.password')],
  no_key: ['certificate', sentence('safari.noKey')],
  not_rsa: ['certificate', sentence('safari.notRsa')],
  unreadable: ['certificate', sentence('safari.unreadable')],
}

/** The file's creator chose how many times its password is hashed, so that opening it may take any time. */
const OPEN_P12 = workOf<typeof p12Tasks>(new URL('./open-p12.ts', import.meta.url))('openP12', {
  timeMs: 3000,
  // Far above what the API takes in and what such a file holds.
  inputMax: 10_000_000,
  outputMax: 10_000_000,
  refusal: () => invalidField(...FAULTS.unreadable),
})

function checkDates({ validFromDate, validToDate }: X509Certificate, now: Date): void {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  if (now < validFromDate) throw invalidField('certificate', sentence('safari.early', { day: day(validFromDate) }))
  if (now >= validToDate) throw invalidField('certificate', sentence('safari.late', { day: day(validToDate) }))
}

/** Apple puts the website push id into the subject as its user id (0.9.2342.19200300.100.1.1). */
function checkId({ subject }: X509Certificate, websitePushId: string): void {
  const id = subject
    .split('\n')
    .find(line => line.startsWith('UID='))
    ?.slice(4)
  if (id === websitePushId) return
  const words =
    id === undefined
      ? sentence('safari.noId', { wanted: websitePushId })
      : sentence('safari.otherId', { id, wanted: websitePushId })
  throw invalidField('certificate', words)
}

function readIntermediate(file: Buffer, own: X509Certificate, known: readonly X509Certificate[]): X509Certificate {
  let found: X509Certificate
  try {
    found = new X509Certificate(file)
  } catch {
    throw invalidField('intermediate', sentence('safari.intermediate'))
  }
  if ([own, ...known].some(each => isAbove(found, each))) return found
  throw invalidField('intermediate', sentence('safari.otherIntermediate', { name: lineOf(own.issuer) }))
}

function isAbove(issuer: X509Certificate, below: X509Certificate): boolean {
  return below.checkIssued(issuer) && below.verify(issuer.publicKey)
}

/** From the certificate upwards, without the root, which the verifier has. */
function chainOf(own: X509Certificate, all: readonly X509Certificate[]): string[] {
  const chain = [own]
  for (let last: X509Certificate | undefined = own; last !== undefined && chain.length <= all.length;) {
    const below: X509Certificate = last
    last = all.find(each => !chain.some(one => one.fingerprint256 === each.fingerprint256) && isAbove(each, below))
    if (last !== undefined && !isAbove(last, last)) chain.push(last)
  }
  return chain.map(each => each.toString())
}

function lineOf(name: string): string {
  return name.split('\n').toReversed().join(', ')
}
