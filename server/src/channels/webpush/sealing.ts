/**
 * Seals a message for one browser: RFC 8291 over RFC 8188 (aes128gcm). The sender's key pair serves some hundred messages and is
 * then forgotten; each message has a salt of its own, so no two share their keys. Nearly all of the cost is one multiplication on
 * P-256 per message, which nobody can leave out.
 */
import { Buffer } from 'node:buffer'
import {
  createCipheriv,
  diffieHellman,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomBytes,
  randomFillSync,
} from 'node:crypto'

/** The browser's side, decoded. */
export interface Receiver {
  /** 65 bytes: an uncompressed point. */
  publicKey: Buffer
  /** 16 bytes. */
  auth: Buffer
}

/** Null for what cannot be the keys of a browser. */
export function readReceiver(keys: { p256dh: string; auth: string }): Receiver | null {
  const publicKey = Buffer.from(keys.p256dh, 'base64url')
  const auth = Buffer.from(keys.auth, 'base64url')
  return publicKey.length === POINT_BYTES && publicKey[0] === 4 && auth.length === AUTH_BYTES
    ? { publicKey, auth }
    : null
}

/** Seals one message after the other. */
export interface Sealer {
  /** The body of the request. Throws where the receiver's point is none of the curve. */
  seal(plain: Buffer, receiver: Receiver): Buffer
}

const POINT_BYTES = 65
const AUTH_BYTES = 16
const SALT_BYTES = 16
const TAG_BYTES = 16
// Salt, record size (4), length of the key (1), key.
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES
const RECORD_SIZE = 4096

const KEY_MESSAGES = 1000
const KEY_MS = 60_000

interface SenderKey {
  privateKey: KeyObject
  /** The same, as it stands in messages. */
  point: Buffer
  usesLeft: number
  endsAtMs: number
}

/** `nowMs` is asked once per message. */
export function createSealer(nowMs: () => number = Date.now): Sealer {
  let key: SenderKey | null = null
  return {
    seal(plain, receiver) {
      if (key === null || key.usesLeft === 0 || nowMs() >= key.endsAtMs) key = newKey(nowMs())
      key.usesLeft--
      return seal(plain, receiver, key)
    },
  }
}

function newKey(nowMs: number): SenderKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-POINT_BYTES)
  return { privateKey, point, usesLeft: KEY_MESSAGES, endsAtMs: nowMs + KEY_MS }
}

// What is shared with a receiver is worked out with a point of P-256 in its DER form (RFC 5480), which is this and the point: 67 us, where
// the ECDH object of Node takes 75 since it checks our own key anew each time.
const spki = Buffer.concat([
  Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'),
  Buffer.alloc(POINT_BYTES),
])
const publicKeyOf = { key: spki, format: 'der', type: 'spki' } as const

function sharedWith(receiver: Buffer, { privateKey }: SenderKey): Buffer {
  spki.set(receiver, spki.length - POINT_BYTES)
  return diffieHellman({ privateKey, publicKey: publicKeyOf })
}

// RFC 8291 section 3.4 and RFC 8188 section 2. Each expansion is shorter than one hash, so one HMAC with a 1 at its end is all of
// HKDF's second step.
const KEY_INFO = Buffer.from('WebPush: info\0')
const CEK_INFO = Buffer.from('Content-Encoding: aes128gcm\0\x01')
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0\x01')
const keyInfo = Buffer.concat([KEY_INFO, Buffer.alloc(2 * POINT_BYTES), Buffer.of(1)])

function seal(plain: Buffer, { publicKey, auth }: Receiver, sender: SenderKey): Buffer {
  const body = Buffer.allocUnsafe(HEADER_BYTES + plain.length + 1 + TAG_BYTES)
  const salt = newSalt()
  body.set(salt)
  body.writeUInt32BE(RECORD_SIZE, SALT_BYTES)
  body.writeUInt8(POINT_BYTES, SALT_BYTES + 4)
  body.set(sender.point, SALT_BYTES + 5)
  keyInfo.set(publicKey, KEY_INFO.length)
  keyInfo.set(sender.point, KEY_INFO.length + POINT_BYTES)
  const ikm = hmac(hmac(auth, sharedWith(publicKey, sender)), keyInfo)
  const prk = hmac(salt, ikm)
  const key = hmac(prk, CEK_INFO).subarray(0, 16)
  const cipher = createCipheriv('aes-128-gcm', key, hmac(prk, NONCE_INFO).subarray(0, 12))
  // The only record ends with a 2 (RFC 8188 section 2).
  record.set(plain)
  record[plain.length] = 2
  body.set(cipher.update(record.subarray(0, plain.length + 1)), HEADER_BYTES)
  cipher.final()
  body.set(cipher.getAuthTag(), HEADER_BYTES + plain.length + 1)
  return body
}

const record = Buffer.alloc(RECORD_SIZE)

// Chance costs by the call, hardly by the byte.
const salts = randomBytes(SALT_BYTES * 256)
let saltAt = salts.length

/** Good until the next one. */
function newSalt(): Buffer {
  if (saltAt === salts.length) {
    randomFillSync(salts)
    saltAt = 0
  }
  return salts.subarray(saltAt, (saltAt += SALT_BYTES))
}

const BLOCK_BYTES = 64
const inner = Buffer.alloc(BLOCK_BYTES + keyInfo.length)
const outer = Buffer.alloc(BLOCK_BYTES + 32)

/**
 * HMAC-SHA-256 (RFC 2104) as two plain hashes in memory of their own: Node's object for it takes half as long again. Keys are shorter than a
 * block, data no longer than `keyInfo`.
 */
function hmac(key: Buffer, data: Buffer): Buffer {
  inner.fill(0x36, key.length, BLOCK_BYTES)
  outer.fill(0x5c, key.length, BLOCK_BYTES)
  for (let at = 0; at < key.length; at++) {
    const byte = key[at] as number
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  inner.set(data, BLOCK_BYTES)
  outer.set(hash('sha256', inner.subarray(0, BLOCK_BYTES + data.length), 'buffer'), BLOCK_BYTES)
  return hash('sha256', outer, 'buffer')
}
