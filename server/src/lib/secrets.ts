// Imported: the global is a getter, and each message would call it many times.
import { Buffer } from 'node:buffer'
import { createCipheriv, createDecipheriv, createHash, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * What the installation's secret is used for: sealing stored secrets and signing public tokens. Each purpose has its own key by HKDF (RFC
 * 5869), so that one use can never pass for another.
 */
export interface Secrets {
  /** Encrypts with AES-256-GCM. `place` (table, row, column) is authenticated, so that a sealed value cannot be moved. */
  seal(plain: string, place: string): string
  /** Decrypts. Throws if the value was sealed with another secret or for another place, or was tampered with. */
  open(sealed: string, place: string): string
  /** HMAC-SHA-256 truncated to 128 bits, for tokens in links. */
  sign(purpose: string, data: Buffer): Buffer
  /** Verifies a signature in constant time. */
  verify(purpose: string, data: Buffer, signature: Buffer): boolean
  /** Proves at start that the database was sealed with this secret. */
  keyCheck: string
}

export function createSecrets(master: string): Secrets {
  const sealingKey = derive(master, 'seal:1')
  const macs = new Map<string, Mac>()
  const macFor = (purpose: string): Mac => {
    const known = macs.get(purpose)
    if (known !== undefined) return known
    const mac = createMac(derive(master, `sign:${purpose}`))
    macs.set(purpose, mac)
    return mac
  }
  const sign = (purpose: string, data: Buffer): Buffer => macFor(purpose)(data).subarray(0, 16)
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

type Mac = (data: Buffer) => Buffer

const BLOCK_BYTES = 64
// Signed data of messages is shorter, and uses this memory.
const ROOM_BYTES = 64

/**
 * HMAC-SHA-256 (RFC 2104) as two plain hashes over prepared blocks. Every message is signed: Node's HMAC object takes three times as long,
 * nearly all of it for its setup.
 */
function createMac(key: Buffer): Mac {
  const pad = (byte: number): Buffer => {
    const block = Buffer.alloc(BLOCK_BYTES, byte)
    for (const [index, keyByte] of key.entries()) block[index] = byte ^ keyByte
    return block
  }
  const inner = Buffer.concat([pad(0x36), Buffer.alloc(ROOM_BYTES)])
  const outer = Buffer.concat([pad(0x5c), Buffer.alloc(32)])
  return data => {
    const isShort = data.length <= ROOM_BYTES
    if (isShort) inner.set(data, BLOCK_BYTES)
    const first = isShort
      ? inner.subarray(0, BLOCK_BYTES + data.length)
      : Buffer.concat([inner.subarray(0, BLOCK_BYTES), data])
    // "binary" is a string of bytes, which is cheaper than a buffer.
    outer.write(hash('sha256', first, 'binary'), BLOCK_BYTES, 'binary')
    return Buffer.from(hash('sha256', outer, 'binary'), 'binary')
  }
}

/** Key id, nonce, tag and ciphertext, so that a later key can coexist. */
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

/** Returns 256 random bits for a bearer token, a cookie or a link. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Tokens are stored only as this hash. They are random, so no salt is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
