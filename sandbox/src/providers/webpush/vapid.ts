import { importJWK, jwtVerify } from 'jose'

/** The sender of a message according to its header (RFC 8292); `key` is the site's public key. */
export interface Sender {
  key: string
  subject: string
}

const DAY_SECONDS = 86_400

/** Throws if the token is unsigned, for another service, or valid for more than a day. */
export async function readSender(authorization: string | undefined, origin: string): Promise<Sender> {
  const [, token, key] = /^vapid\s+t=([\w.-]+)\s*,\s*k=([\w-]+)$/i.exec(authorization ?? '') ?? []
  if (token === undefined || key === undefined) throw new Error('no VAPID token')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65 || point[0] !== 4) throw new Error('k is no public key')
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: half(1), y: half(33) }, 'ES256')
  const { payload } = await jwtVerify(token, jwk, {
    audience: origin,
    algorithms: ['ES256'],
    requiredClaims: ['exp', 'sub'],
  })
  if ((payload.exp ?? 0) > Date.now() / 1000 + DAY_SECONDS) throw new Error('exp is more than a day away')
  if (!/^(?:mailto:|https?:)/.test(payload.sub ?? '')) throw new Error('sub is neither mailto nor https')
  return { key, subject: payload.sub ?? '' }
}
