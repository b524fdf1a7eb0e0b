/** Identifies the sender to push services (RFC 8292): a key pair per site, and a signed token per push service, renewed every 12 hours. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Base64url: the public point of 65 bytes, the private number of 32. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** A site keeps its pair: with another one, none of its visitors' subscriptions works any more. */
export function newVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  return { publicKey: pointOf(x, y), privateKey: d }
}

/** Whether the two keys belong together. */
export function arePair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const { x = '', y = '' } = createPublicKey(keyOf({ publicKey, privateKey })).export({ format: 'jwk' })
    return pointOf(x, y) === publicKey
  } catch {
    return false
  }
}

const RENEW_MS = 12 * 3_600_000
// RFC 8292 section 2: at most 24 hours. One that is used to its last minute is still good when it arrives.
const VALID_MS = 13 * 3_600_000
// Some push services have a host name for each region or customer, and visitors name them: no more than this are remembered.
const KEPT_ORIGINS = 1000

/** The value of the Authorization header for a push service. */
export type Authorize = (origin: string) => string

/** `subject`: an https or mailto address of the sender. Signing costs as much as ten messages, so tokens are cached. */
export function createAuthorize(keys: VapidKeys, subject: string, nowMs: () => number = Date.now): Authorize {
  const privateKey = keyOf(keys)
  const kept = new Map<string, { value: string; renewAtMs: number }>()
  return origin => {
    const now = nowMs()
    const known = kept.get(origin)
    if (known !== undefined && now < known.renewAtMs) return known.value
    const token = signedToken({ aud: origin, exp: Math.floor((now + VALID_MS) / 1000), sub: subject }, privateKey)
    const value = `vapid t=${token}, k=${keys.publicKey}`
    if (kept.size >= KEPT_ORIGINS) kept.clear()
    kept.set(origin, { value, renewAtMs: now + RENEW_MS })
    return value
  }
}

function signedToken(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

function keyOf({ publicKey, privateKey }: VapidKeys): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map(half => half.toString('base64url'))
  return createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: privateKey },
    format: 'jwk',
  })
}

function pointOf(x: string, y: string): string {
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')
}
