import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Everything that needs the installation's secret: sealing stored secrets, signing public tokens.
 * Each purpose has its own key by HKDF (RFC 5869), so that one use can never stand in for another.
 */
export interface Secrets {
  /** AES-256-GCM. `place` (table, row, column) is authenticated, so that a sealed value cannot be moved elsewhere. */
  seal(plain: string, place: string): string
  /** Throws when the value was sealed with another secret, for another place, or was tampered with. */
  open(sealed: string, place: string): string
  /** HMAC-SHA-256 cut to 128 bits, for tokens in links. */
  sign(purpose: string, data: Buffer): Buffer
  /** Whether `signature` is ours for `data`, in constant time. */
  verify(purpose: string, data: Buffer, signature: Buffer): boolean
  /** Proves at start that the database was sealed with this secret. */
  keyCheck: string
}

export function createSecrets(master: string): Secrets {
  const sealingKey = derive(master, 'seal:1')
  const signingKeys = new Map<string, Buffer>()
  const signingKey = (purpose: string): Buffer => {
    const known = signingKeys.get(purpose)
    if (known !== undefined) return known
    const key = derive(master, `sign:${purpose}`)
    signingKeys.set(purpose, key)
    return key
  }
  const sign = (purpose: string, data: Buffer): Buffer =>
    createHmac('sha256', signingKey(purpose)).update(data).digest().subarray(0, 16)
  return {
    seal: (plain, place) => seal(sealingKey, plain, place),
    open: (sealed, place) => open(sealingKey, sealed, place),
    sign,
    verify: (purpose, data, signature) => signature.length === 16 && timingSafeEqual(sign(purpose, data), signature),
    keyCheck: derive(master, 'check').toString('base64url'),
  }
}

function derive(master: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, 'notifly', purpose, 32))
}

/** Key id, nonce, tag and text, so that a later key can live beside this one. */
function seal(key: Buffer, plain: string, place: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `1.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`
}

function open(key: Buffer, sealed: string, place: string): string {
  const [keyId, body = ''] = sealed.split('.')
  if (keyId !== '1') throw new Error(`sealed with unknown key "${keyId}"`)
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** 256 random bits for a bearer, a cookie or a link. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Tokens are stored only as this. They are random, so no salt is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
