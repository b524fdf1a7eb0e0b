/**
 * Seals a message for one browser: RFC 8291 over RFC 8188 (aes128gcm). The sender's key pair serves some hundred messages and is
 * then forgotten; each message has a salt of its own, so no two share their keys. Nearly all of the cost is one multiplication on
 * P-256 per message, which nobody can leave out.
 */
import { Buffer } from 'node:buffer'
import { createCipheriv, createECDH, hash, randomFillSync, type ECDH } from 'node:crypto'

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
  ecdh: ECDH
  publicKey: Buffer
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
  const ecdh = createECDH('prime256v1')
  return { ecdh, publicKey: ecdh.generateKeys(), usesLeft: KEY_MESSAGES, endsAtMs: nowMs + KEY_MS }
}

const IKM_INFO = Buffer.from('WebPush: info\0')
const CEK_INFO = Buffer.from('Content-Encoding: aes128gcm\0\x01')
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0\x01')

function seal(plain: Buffer, { publicKey, auth }: Receiver, sender: SenderKey): Buffer {
  const shared = sender.ecdh.computeSecret(publicKey)
  const body = Buffer.allocUnsafe(HEADER_BYTES + plain.length + 1 + TAG_BYTES)
  const salt = randomFillSync(body.subarray(0, SALT_BYTES))
  body.writeUInt32BE(RECORD_SIZE, SALT_BYTES)
  body.writeUInt8(POINT_BYTES, SALT_BYTES + 4)
  sender.publicKey.copy(body, SALT_BYTES + 5)
  // RFC 8291 section 3.4; each expansion is shorter than one hash, so one HMAC with a 1 at its end is all of HKDF's second step.
  const keyInfo = Buffer.concat([IKM_INFO, publicKey, sender.publicKey, ONE])
  const ikm = hmac(hmac(auth, shared), keyInfo)
  const prk = hmac(salt, ikm)
  const cipher = createCipheriv(
    'aes-128-gcm',
    hmac(prk, CEK_INFO).subarray(0, 16),
    hmac(prk, NONCE_INFO).subarray(0, 12),
  )
  cipher.update(plain).copy(body, HEADER_BYTES)
  // The only record ends with a 2 (RFC 8188 section 2).
  cipher.update(LAST_RECORD).copy(body, HEADER_BYTES + plain.length)
  cipher.final()
  cipher.getAuthTag().copy(body, HEADER_BYTES + plain.length + 1)
  return body
}

const ONE = Buffer.of(1)
const LAST_RECORD = Buffer.of(2)
const BLOCK_BYTES = 64

/** HMAC-SHA-256 (RFC 2104) as two plain hashes: Node's object for it takes three times as long. Keys are shorter than a block. */
function hmac(key: Buffer, data: Buffer): Buffer {
  const inner = Buffer.alloc(BLOCK_BYTES + data.length, 0x36)
  const outer = Buffer.alloc(BLOCK_BYTES + 32, 0x5c)
  for (let at = 0; at < key.length; at++) {
    const byte = key[at] as number
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  data.copy(inner, BLOCK_BYTES)
  hash('sha256', inner, 'buffer').copy(outer, BLOCK_BYTES)
  return hash('sha256', outer, 'buffer')
}
