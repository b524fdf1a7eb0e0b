/**
 * Amazon SNS over HTTP: a JSON envelope, signed with a key whose certificate Amazon publishes. The signature covers the text of certain
 * fields in a fixed order (SNS developer guide, "Verifying the signatures").
 */
import { createVerify, X509Certificate } from 'node:crypto'
import { callOutside } from '../../../lib/network/outbound.ts'
import type { ProviderEnvironment } from '../../provider.ts'

export interface SnsEnvelope {
  Type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation'
  MessageId: string
  TopicArn: string
  Message: string
  Timestamp: string
  Subject?: string
  Token?: string
  SubscribeURL?: string
  SignatureVersion: string
  Signature: string
  SigningCertURL: string
}

const NOTIFICATION_FIELDS = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const
const CONFIRMATION_FIELDS = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const
const TYPES = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']
const REQUIRED = ['MessageId', 'TopicArn', 'Message', 'Timestamp', 'Signature', 'SigningCertURL'] as const

/** Returns undefined for text that is not an envelope: with "raw delivery" SNS sends neither envelope nor signature. */
export function readEnvelope(body: Buffer): SnsEnvelope | undefined {
  try {
    const value = JSON.parse(body.toString('utf8')) as Record<string, unknown> | null
    if (value === null || !TYPES.includes(String(value['Type']))) return undefined
    if (REQUIRED.some(name => typeof value[name] !== 'string')) return undefined
    return value as unknown as SnsEnvelope
  } catch {
    return undefined
  }
}

const AMAZON = /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(\.cn)?$/

/** Whether a URL belongs to SNS itself, or to the stand-in that the operator configured. */
export function isOfSns(address: string, environment: Pick<ProviderEnvironment, 'urls'>): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:' && url.port === '' && AMAZON.test(url.hostname)) return true
  return isOperators(url, environment)
}

function isOperators({ origin }: URL, { urls }: Pick<ProviderEnvironment, 'urls'>): boolean {
  // With the region in it, it is Amazon's own.
  return !urls.ses.includes('{region}') && new URL(urls.ses).origin === origin
}

/** Returns why an envelope is not from SNS; undefined if it is. Rejects if the certificate cannot be fetched now. */
export async function envelopeFault(
  envelope: SnsEnvelope,
  environment: Pick<ProviderEnvironment, 'urls' | 'isAllowedAddress'>,
): Promise<string | undefined> {
  const algorithm = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' }[envelope.SignatureVersion]
  if (algorithm === undefined) return 'a signature of an unknown version'
  const address = envelope.SigningCertURL
  if (!isOfSns(address, environment) || !new URL(address).pathname.endsWith('.pem')) {
    return 'a certificate that is not at Amazon'
  }
  const key = await certificateAt(address, environment)
  const verifier = createVerify(algorithm).update(signedText(envelope))
  return verifier.verify(key.publicKey, envelope.Signature, 'base64') ? undefined : 'a wrong signature'
}

function signedText(envelope: SnsEnvelope): string {
  const fields = envelope.Type === 'Notification' ? NOTIFICATION_FIELDS : CONFIRMATION_FIELDS
  return fields
    .flatMap(name => {
      const value = (envelope as Partial<Record<typeof name, unknown>>)[name]
      return typeof value === 'string' ? [`${name}\n${value}\n`] : []
    })
    .join('')
}

const KEPT_MS = 24 * 3_600_000
const MOST_KEPT = 20
const kept = new Map<string, { certificate: Promise<X509Certificate>; untilMs: number }>()

/** Fetches certificates once a day; their URLs change when their keys do. A failed fetch is tried again. */
function certificateAt(
  address: string,
  environment: Pick<ProviderEnvironment, 'urls' | 'isAllowedAddress'>,
): Promise<X509Certificate> {
  const found = kept.get(address)
  if (found !== undefined && found.untilMs > Date.now()) return found.certificate
  const certificate = fetchCertificate(address, environment)
  certificate.catch(() => kept.delete(address))
  kept.set(address, { certificate, untilMs: Date.now() + KEPT_MS })
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return certificate
}

async function fetchCertificate(
  address: string,
  environment: Pick<ProviderEnvironment, 'urls' | 'isAllowedAddress'>,
): Promise<X509Certificate> {
  const isAllowed = isOperators(new URL(address), environment) ? () => true : environment.isAllowedAddress
  const { status, text } = await callOutside(address, { method: 'GET', isAllowed, maxBytes: 65_536 })
  if (status !== 200) throw new Error(`the certificate of SNS could not be fetched: HTTP ${status}`)
  return new X509Certificate(text)
}
