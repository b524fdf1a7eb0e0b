/**
 * DKIM signatures (RFC 6376), relaxed/relaxed, with RSA-SHA256 or Ed25519-SHA256 (RFC 8463). The key is parsed once: parsing it
 * per mail costs three times the signature.
 */
import { createPrivateKey, hash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'

export interface DkimSettings {
  domain: string
  selector: string
  /** PEM, or the base64 of a PKCS#8 key. */
  privateKey: string
}

export interface DkimSigner {
  /** The same mail with its DKIM-Signature in front. */
  sign(mail: Buffer): Buffer
  /** The DKIM-Signature for header fields, each ending its line, and the hash of the body that follows them. */
  signatureField(fields: string, bodyHash: string): string
}

/** A key or a name that cannot be used; the sentence says which. */
export class DkimKeyError extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence) {
    super(english(sentence))
    this.name = 'DkimKeyError'
    this.sentence = sentence
  }
}

// In this order in h=. From is listed twice, so that a second From added on the way breaks the signature.
const SIGNED_FIELDS = [
  'from',
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
]
const RSA_MINIMUM_BITS = 1024
const TAB = 9
const LF = 10
const CR = 13
const SPACE = 32
const LINE_END = Buffer.from('\r\n')

/** Reads the key and prepares everything that is the same for all mails. Throws `DkimKeyError`. */
export function createDkimSigner(settings: DkimSettings): DkimSigner {
  const key = parseKey(settings.privateKey)
  const label = /^[a-z0-9_]([a-z0-9._-]{0,251}[a-z0-9])?$/i
  if (!label.test(settings.domain) || !label.test(settings.selector))
    throw new DkimKeyError(sentence('channels.dkimDomain'))
  const algorithm = key.asymmetricKeyType === 'ed25519' ? 'ed25519-sha256' : 'rsa-sha256'
  const prefix = `v=1; a=${algorithm}; c=relaxed/relaxed; d=${settings.domain};\r\n s=${settings.selector};`
  const signatureField = (text: string, bodyHash: string): string => {
    const fields = parseFields(text)
    const names = SIGNED_FIELDS.filter(name => name === 'from' || fields.has(name))
    const unsigned = `${prefix} h=${names.join(':')};\r\n bh=${bodyHash};\r\n b=`
    const signature = signFields(key, canonicalFields(fields, names) + relaxedField('dkim-signature', unsigned))
    return `DKIM-Signature: ${unsigned}${signature.replace(/.{1,72}/g, '\r\n $&').slice(3)}\r\n`
  }
  return {
    signatureField,
    sign: mail => {
      const bodyAt = mail.indexOf('\r\n\r\n') + 2
      const hashed = relaxedBodyHash(relaxed(mail.subarray(bodyAt + 2)))
      const field = signatureField(mail.toString('latin1', 0, bodyAt), hashed)
      return Buffer.concat([Buffer.from(field, 'latin1'), mail])
    },
  }
}

/** Returns the SHA-256 of a body in relaxed form, in base64. Empty lines at the end do not count. */
export function relaxedBodyHash(body: Buffer): string {
  let end = body.length
  while (end > 0 && (body[end - 1] === CR || body[end - 1] === LF)) end--
  if (end === 0) return hash('sha256', '', 'base64')
  const hasLineEnd = body[end] === CR && body[end + 1] === LF
  return hash(
    'sha256',
    hasLineEnd ? body.subarray(0, end + 2) : Buffer.concat([body.subarray(0, end), LINE_END]),
    'base64',
  )
}

/** Collapses runs of spaces, and removes spaces at line ends (RFC 6376 section 3.4.4). */
export function relaxed(text: Buffer): Buffer {
  const out = Buffer.allocUnsafe(text.length + 1)
  let at = 0
  let hasSpace = false
  // By index: iterating a buffer costs four times as much.
  for (let index = 0; index < text.length; index++) {
    const byte = text[index] ?? 0
    if (byte === SPACE || byte === TAB) {
      hasSpace = true
      continue
    }
    if (hasSpace && byte !== CR) out[at++] = SPACE
    hasSpace = false
    out[at++] = byte
  }
  return out.subarray(0, at)
}

function parseKey(text: string): KeyObject {
  const trimmed = text.trim()
  try {
    const key = trimmed.startsWith('-----')
      ? createPrivateKey(trimmed)
      : createPrivateKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'pkcs8' })
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    if (key.asymmetricKeyType === 'ed25519' || (key.asymmetricKeyType === 'rsa' && bits >= RSA_MINIMUM_BITS)) return key
  } catch {
    // Said below: the library's own words about a key that it cannot read do not help.
  }
  throw new DkimKeyError(sentence('channels.dkimKey', { minimum: RSA_MINIMUM_BITS }))
}

/** Returns the last field of each name that we sign; our own mails have each field once. */
function parseFields(header: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const field of header.split(/\r\n(?![ \t])/)) {
    const colon = field.indexOf(':')
    if (colon > 0) fields.set(field.slice(0, colon).trim().toLowerCase(), field.slice(colon + 1))
  }
  return fields
}

function canonicalFields(fields: Map<string, string>, names: string[]): string {
  let text = ''
  const used = new Set<string>()
  for (const name of names) {
    const value = fields.get(name)
    // A name that is listed more often than its field signs that there is no further one.
    if (value === undefined || used.has(name)) continue
    used.add(name)
    text += `${relaxedField(name, value)}\r\n`
  }
  return text
}

function relaxedField(name: string, value: string): string {
  const line = value.includes('\n') ? value.replaceAll('\r\n', '') : value
  return `${name}:${(/\t| {2}/.test(line) ? line.replace(/[ \t]+/g, ' ') : line).trim()}`
}

// In this thread: there is a worker for each core, so that the thread pool would only add its own switching (measured: 20 us).
function signFields(key: KeyObject, text: string): string {
  const isRsa = key.asymmetricKeyType === 'rsa'
  const data = Buffer.from(text, 'latin1')
  return sign(isRsa ? 'sha256' : null, isRsa ? data : hash('sha256', data, 'buffer'), key).toString('base64')
}
