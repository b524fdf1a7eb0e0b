/** Certificate authorities of one's own, as a person enters them: one or more certificates in PEM form (RFC 7468). */
import { X509Certificate } from 'node:crypto'
import type { FieldError } from '@notifly/contracts/errors'

export interface CaCertificate {
  subject: string
  /** SHA-256 of the whole certificate, pairs of hexadecimal digits with colons between them. */
  fingerprint: string
  validUntil: Date
}

interface CaSettings {
  ca_certificate?: string
}

const AT_MOST = 10
const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'

/** The certificates in the order of the text. Throws where one cannot be read. */
export function readCaCertificates(text: string): CaCertificate[] {
  return blocksOf(text).map(block => {
    const { subject, fingerprint256, validToDate } = new X509Certificate(block)
    return { subject: subject.replaceAll('\n', ', '), fingerprint: fingerprint256, validUntil: validToDate }
  })
}

/** Each in a text of its own, as TLS takes them. */
export function blocksOf(text: string): string[] {
  return text.split(BEGIN).flatMap(part => {
    const end = part.indexOf(END)
    return end === -1 ? [] : [`${BEGIN}${part.slice(0, end)}${END}\n`]
  })
}

/** Nothing where no authority is set. */
export function caFaults({ ca_certificate: text = '' }: CaSettings, now = new Date()): FieldError[] {
  const fault = text === '' ? undefined : faultOf(text, now)
  return fault === undefined ? [] : [{ field: 'ca_certificate', message: fault }]
}

function faultOf(text: string, now: Date): string | undefined {
  if (text.includes('PRIVATE KEY-----')) return 'This is a private key. Enter the certificate of the authority.'
  const certificates = readable(text)
  if (certificates === undefined || certificates.length === 0) return 'Enter certificates in PEM form.'
  if (certificates.length > AT_MOST) return 'Enter at most 10 certificates.'
  return certificates.some(({ validUntil }) => validUntil < now) ? 'This certificate has expired.' : undefined
}

function readable(text: string): CaCertificate[] | undefined {
  try {
    return readCaCertificates(text)
  } catch {
    return undefined
  }
}
