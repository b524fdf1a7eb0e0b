/** Private certificate authorities, as a person enters them: one or more certificates in PEM format (RFC 7468). */
import { X509Certificate } from 'node:crypto'
import type { FieldFailure } from '@notifly/contracts/errors'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'

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

/** Returns the certificates in the order of the text. Throws if one cannot be parsed. */
export function readCaCertificates(text: string): CaCertificate[] {
  return blocksOf(text).map(block => {
    const { subject, fingerprint256, validToDate } = new X509Certificate(block)
    return { subject: subject.replaceAll('\n', ', '), fingerprint: fingerprint256, validUntil: validToDate }
  })
}

/** Splits the text into one text per certificate, as TLS expects them. */
export function blocksOf(text: string): string[] {
  return text.split(BEGIN).flatMap(part => {
    const end = part.indexOf(END)
    return end === -1 ? [] : [`${BEGIN}${part.slice(0, end)}${END}\n`]
  })
}

/** Returns no faults if no authority is set. */
export function caFaults({ ca_certificate: text = '' }: CaSettings, now = new Date()): FieldFailure[] {
  const fault = text === '' ? undefined : faultOf(text, now)
  return fault === undefined ? [] : [{ field: 'ca_certificate', ...fault }]
}

function faultOf(text: string, now: Date): Sentence | undefined {
  if (text.includes('PRIVATE KEY-----')) return sentence('channels.caKey')
  const certificates = readable(text)
  if (certificates === undefined || certificates.length === 0) return sentence('channels.caForm')
  if (certificates.length > AT_MOST) return sentence('channels.caMany', { maximum: AT_MOST })
  return certificates.some(({ validUntil }) => validUntil < now) ? sentence('channels.caExpired') : undefined
}

function readable(text: string): CaCertificate[] | undefined {
  try {
    return readCaCertificates(text)
  } catch {
    return undefined
  }
}
