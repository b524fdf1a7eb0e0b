/**
 * Removes secrets from texts that people may read later: bodies and addresses of calls, emails, answers. Secrets are values under a telling
 * name, HTTP credentials, anything that is signed or random by its length, our own signed links, and values that the caller names. In doubt
 * a value is masked. Masking is idempotent.
 */
import { MASK } from '@notifly/contracts/approvals/holding'
import { isRecord } from './json.ts'

/** Longer texts are not searched, and therefore not kept. */
const READ_MAX = 65_536
/** A shorter value would be found in every other word. */
const LITERAL_MIN = 4
const DEPTH_MAX = 32

const TELLING =
  /passw|passphrase|pwd|secret|token|apikey|authkey|accesskey|privatekey|signingkey|authorization|signature|credential|cookie|p256dh|session|jwt/
const TELLING_ALONE: ReadonlySet<string> = new Set(['auth', 'key', 'otp', 'pin', 'sig', 'hmac'])

/** Whether the value under this name is a secret. */
export function isSecretName(name: string): boolean {
  const plain = name
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  return TELLING.test(plain) || TELLING_ALONE.has(plain)
}

/** `secrets`: values that must not appear in any encoding. For a text that is too long, returns a note of its size. */
export function masked(text: string, secrets: readonly string[] = []): string {
  if (text.length > READ_MAX) return sizeNote(text)
  const known = formsOf(secrets)
  const json = parsed(text)
  return json === undefined ? maskedText(text, known) : JSON.stringify(maskedValue(json, known, 0))
}

/** Returns a note of its size for a text that is too long to be searched; others unchanged. */
export function readable(text: string): string {
  return text.length > READ_MAX ? sizeNote(text) : text
}

function sizeNote(text: string): string {
  return `[${text.length} characters]`
}

/** Each value in plain text, percent-encoded, within JSON and in base64. Longest first, since one may contain another. */
function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets
    .filter(secret => secret.length >= LITERAL_MIN && secret !== MASK)
    .flatMap(secret => [
      secret,
      encodeURIComponent(secret.toWellFormed()),
      JSON.stringify(secret).slice(1, -1),
      ...(secret.length >= 2 * LITERAL_MIN ? [Buffer.from(secret).toString('base64')] : []),
    ])
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

/** Anything but an object or a list is treated as text. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function maskedValue(value: unknown, secrets: readonly string[], depth: number): unknown {
  if (depth > DEPTH_MAX) return MASK
  if (typeof value === 'string') return maskedString(value, secrets, depth)
  if (Array.isArray(value)) return value.map(item => maskedValue(item, secrets, depth + 1))
  if (!isRecord(value)) return secrets.includes(String(value)) ? MASK : value
  const entries = Object.entries(value).map(([name, part]) => [
    maskedText(name, secrets),
    isSecretName(name) && !isEmpty(part) ? MASK : maskedValue(part, secrets, depth + 1),
  ])
  return Object.fromEntries(entries)
}

const isEmpty = (value: unknown): boolean => value === null || value === '' || value === false

/** A string may contain JSON (Amazon's notifications do), or a whole file. */
function maskedString(text: string, secrets: readonly string[], depth: number): string {
  const inner = parsed(text)
  if (inner !== undefined) return JSON.stringify(maskedValue(inner, secrets, depth + 1))
  if (text.length > 200 && /^[A-Za-z0-9+/=\r\n]+$/.test(text)) {
    return `[${Math.floor((text.length * 3) / 4)} bytes]`
  }
  return maskedText(text, secrets)
}

// Names and values of forms, addresses and malformed JSON. Names have at most 60 characters, so that time is linear in the text.
const IN_FORM = /(?<=^|[?&;\s])([\w.%[\]-]{1,60})=([^&\s"'<>]{1,100000})/g
const IN_JSON = /"([\w.-]{1,60})"\s{0,5}:\s{0,5}(?:"(?:[^"\\]|\\.){0,100000}"?|[\w.+-]{1,200})/g
/** JSON within a string that is read as text. */
const ESCAPED_JSON = /\\{1,7}"([\w.-]{1,60})\\{1,7}"\s{0,5}:\s{0,5}(?:\\{1,7}"[^"\\]{0,100000}|[\w.+-]{1,200})/g
const HEADER = /^([\w-]{1,60}):[ \t]{0,10}[^\r\n]{1,20000}/gm
const SCHEME = /\b(bearer|basic|vapid|digest|key|token)([ =]+)[\w.~+/=:-]{16,}/gi
const USER_INFO = /(:\/\/)[^/\s:@]{1,200}:[^/\s@]{1,500}@/g
const PEM = /-----BEGIN [A-Z ]{1,40}-----[^-]{1,20000}(?:-----END [A-Z ]{1,40}-----)?/g
/** Starts where no letter or hyphen precedes, so that a run of them is read once. */
const JWT = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g
// Our links (contracts/src/tracking), plain and percent-encoded; hooks; bounce addresses.
const OUR_LINK = /((?:\/|%2F)(?:u|l|t(?:\/|%2F)[oc]|f(?:\/|%2F)confirm|hooks(?:\/|%2F)\w{1,40})(?:\/|%2F))[\w.-]{16,}/gi
const BOUNCE = /\b(?:b\.)?[a-z2-7]{48}\b/gi
/** Apple's addresses contain the device token. */
const DEVICE_PATH = /(\/3\/device\/)[\w-]{8,}/gi
/** Nothing that people write is as long: a signature, a device token, a key, a line of a file in base64. */
const LONG = /[\w-]{60,}|^[A-Za-z0-9+/]{60,}={0,2}\r?$/gm

function maskedText(text: string, secrets: readonly string[]): string {
  // Quoted-printable breaks lines (RFC 2045 section 6.7), and tokens with them.
  let found = text.replaceAll(/=\r?\n/g, '')
  for (const secret of secrets) found = found.replaceAll(secret, MASK)
  return found
    .replaceAll(PEM, MASK)
    .replaceAll(HEADER, (line, name: string) => (isSecretName(name) ? `${name}: ${MASK}` : line))
    .replaceAll(IN_JSON, (pair, name: string) => (isSecretName(name) ? `"${name}":"${MASK}"` : pair))
    .replaceAll(ESCAPED_JSON, (pair, name: string) => (isSecretName(name) ? `"${name}":"${MASK}"` : pair))
    .replaceAll(IN_FORM, (pair, name: string) => (isSecretName(name) ? `${name}=${MASK}` : pair))
    .replaceAll(SCHEME, `$1$2${MASK}`)
    .replaceAll(USER_INFO, `$1${MASK}@`)
    .replaceAll(OUR_LINK, `$1${MASK}`)
    .replaceAll(BOUNCE, MASK)
    .replaceAll(DEVICE_PATH, `$1${MASK}`)
    .replaceAll(JWT, MASK)
    .replaceAll(LONG, MASK)
}
