/** Webhooks are signed as Standard Webhooks says (https://www.standardwebhooks.com): HMAC-SHA-256 over id.timestamp.body. */
import { WebhookVerificationError } from './errors.ts'

/** An event, as in the body of a webhook. */
export interface WebhookEvent<Data = Record<string, unknown>> {
  /** Such as `message.delivered`. */
  type: string
  /** When it happened; ISO 8601. */
  timestamp: string
  data: Data
}

/** Headers of fetch, or of Node and Express; names in any case. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

export interface VerifyOptions {
  /** How far the clocks may be apart, and how old a request may be; 300 unless given. */
  toleranceSeconds?: number | undefined
}

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'

/**
 * Resolves with the parsed body of a genuine request. `payload` is the unparsed body; of several secrets, one must match. Throws
 * WebhookVerificationError for every other request. The same event may arrive twice: store its `webhook-id`.
 */
export async function verifyWebhook<Event = WebhookEvent>(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<Event> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const given = headerOf(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no time.')
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds
  if (!isFresh) throw new WebhookVerificationError('The request is too old, or the clocks are too far apart.')
  const body = typeof payload === 'string' ? payload : new TextDecoder().decode(payload)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signatures = given
    .split(' ')
    .filter(each => each.startsWith('v1,'))
    .slice(0, SIGNATURES_MAX)
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    if (await isSigned(each, signatures, content)) return JSON.parse(body) as Event
  }
  throw new WebhookVerificationError('No signature fits the secret.')
}

/** There are two while a secret is being replaced. */
const SIGNATURES_MAX = 10

/** WebCrypto compares in constant time. */
async function isSigned(secret: string, signatures: readonly string[], content: BufferSource): Promise<boolean> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('A secret begins with whsec_ and goes on in base64.')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const signature of signatures) {
    const given = bytesOf(signature.slice('v1,'.length))
    if (given !== undefined && (await crypto.subtle.verify('HMAC', key, given, content))) return true
  }
  return false
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing.`)
  return value
}

/** Headers of a polyfill are no instances of the runtime's class. */
function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers['get'] === 'function'
}
