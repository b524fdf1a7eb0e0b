import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

// Verifies AWS Signature Version 4. Written independently from its documentation, so that the product's signatures are
// checked by another implementation.

/** The only accepted secret access key; the access key id may be any. */
export const ACCESS_KEY_SECRET = 'sandbox'
const CLOCK_SKEW_MS = 15 * 60_000

export interface Signer {
  accessId: string
  region: string
}

/** The signer, or the name that the SES API has for the error. */
export function checkSignature(request: FastifyRequest, body: Buffer): { fault: string } | Signer {
  const header = request.headers.authorization ?? ''
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([a-z0-9-]+)\/([a-z0-9-]+)\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      header,
    )
  if (match === null) return { fault: header === '' ? 'MissingAuthenticationTokenException' : 'IncompleteSignature' }
  const [, accessId = '', day = '', region = '', service = '', names = '', signature = ''] = match
  const date = String(request.headers['x-amz-date'] ?? '')
  if (service !== 'ses' || !date.startsWith(day) || !isFresh(date)) return { fault: 'InvalidSignatureException' }
  const signed = names.split(';')
  if (!signed.includes('host') || !signed.includes('x-amz-date')) return { fault: 'InvalidSignatureException' }
  const canonical = canonicalRequest(request, signed, body)
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/ses/aws4_request`, sha256(canonical)].join('\n')
  const key = [day, region, 'ses', 'aws4_request'].reduce<Buffer>(
    (last, part) => hmac(last, part),
    Buffer.from(`AWS4${ACCESS_KEY_SECRET}`),
  )
  const expected = hmac(key, text)
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
    ? { accessId, region }
    : { fault: 'SignatureDoesNotMatch' }
}

function isFresh(date: string): boolean {
  const ms = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  return Math.abs(Date.now() - ms) < CLOCK_SKEW_MS
}

/** The path is encoded once more; only S3 is exempt from that. */
function canonicalRequest(request: FastifyRequest, signed: readonly string[], body: Buffer): string {
  const [path = '', query = ''] = request.raw.url?.split('?') ?? []
  const twice = path.split('/').map(encode).join('/')
  const pairs = query === '' ? '' : query.split('&').sort().join('&')
  const headers = signed.map(name => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('')
  return [request.method, twice, pairs, headers, signed.join(';'), sha256(body)].join('\n')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
