/**
 * Seals a message for one browser: RFC 8291 over RFC 8188 (aes128gcm). The sender's key pair is used for some hundred messages and then
 * replaced; each message has its own salt, so that no two share a key. Nearly all of the cost is one multiplication on P-256 per message,
 * which cannot be avoided.
 */
import { Buffer } from 'node:buffer'
import { randomBytes, randomFillSync } from 'node:crypto'
import { openssl } from './openssl.ts'
import { type Block, nodePrimitives, POINT_BYTES, type Primitives, type Sender } from './primitives.ts'

/** The browser's keys, decoded. */
export interface Receiver {
  /** 65 bytes: an uncompressed point. */
  publicKey: Buffer
  /** 16 bytes. */
  auth: Buffer
}

/** Returns null for values that cannot be the keys of a browser. */
export function readReceiver(keys: { p256dh: string; auth: string }): Receiver | null {
  const publicKey = Buffer.from(keys.p256dh, 'base64url')
  const auth = Buffer.from(keys.auth, 'base64url')
  return publicKey.length === POINT_BYTES && publicKey[0] === 4 && auth.length === AUTH_BYTES
    ? { publicKey, auth }
    : null
}

/** Seals one message after the other. */
export interface Sealer {
  /** The body of the request. Throws `NotOnCurve`, and a RangeError for more than 4,079 bytes. */
  seal(plain: Buffer, receiver: Receiver): Buffer
}

const AUTH_BYTES = 16
const SALT_BYTES = 16
const TAG_BYTES = 16
// Salt, record size (4), length of the key (1), key.
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES
const RECORD_SIZE = 4096
const PLAIN_MAX_BYTES = RECORD_SIZE - 1 - TAG_BYTES

const KEY_MESSAGES = 1000
const KEY_MS = 60_000

interface SenderKey {
  sender: Sender
  usesLeft: number
  endsAtMs: number
}

/** `nowMs` is called once per message. */
export function createSealer(nowMs: () => number = Date.now, primitives: Primitives = best()): Sealer {
  const sealWith = createSealing(primitives)
  let key: SenderKey | null = null
  return {
    seal(plain, receiver) {
      const now = nowMs()
      if (key === null || key.usesLeft === 0 || now >= key.endsAtMs)
        key = { sender: primitives.newSender(), usesLeft: KEY_MESSAGES, endsAtMs: now + KEY_MS }
      key.usesLeft--
      return sealWith(key.sender, plain, receiver)
    },
  }
}

let found: Primitives | undefined

function best(): Primitives {
  return (found ??= openssl() ?? nodePrimitives)
}

// RFC 8291 section 3.4 and RFC 8188 section 2. Each expansion is shorter than one hash, so one HMAC with a 1 at its end is all of
// HKDF's second step.
const KEY_INFO = Buffer.from('WebPush: info\0')
const CEK_INFO = Buffer.from('Content-Encoding: aes128gcm\0\x01')
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0\x01')
const KEY_INFO_BYTES = KEY_INFO.length + 2 * POINT_BYTES + 1

function createSealing(primitives: Primitives) {
  const hmac = createHmac(primitives)
  const their = primitives.block(POINT_BYTES)
  const keyInfo = Buffer.concat([KEY_INFO, Buffer.alloc(2 * POINT_BYTES), Buffer.of(1)])
  const key = primitives.block(HASH_BYTES)
  const secret = primitives.block(HASH_BYTES)
  const nonce = primitives.block(HASH_BYTES)
  const record = primitives.block(RECORD_SIZE)
  const sealed = primitives.block(RECORD_SIZE)
  return (sender: Sender, plain: Buffer, { publicKey, auth }: Receiver): Buffer => {
    if (plain.length > PLAIN_MAX_BYTES) throw new RangeError(`${plain.length} bytes are more than one record holds`)
    const body = Buffer.allocUnsafe(HEADER_BYTES + plain.length + 1 + TAG_BYTES)
    const salt = newSalt()
    body.set(salt)
    body.writeUInt32BE(RECORD_SIZE, SALT_BYTES)
    body.writeUInt8(POINT_BYTES, SALT_BYTES + 4)
    body.set(sender.point, SALT_BYTES + 5)
    their.bytes.set(publicKey)
    keyInfo.set(publicKey, KEY_INFO.length)
    keyInfo.set(sender.point, KEY_INFO.length + POINT_BYTES)
    sender.agree(their, secret)
    hmac(auth, secret.bytes, secret)
    hmac(secret.bytes, keyInfo, secret)
    hmac(salt, secret.bytes, secret)
    hmac(secret.bytes, CEK_INFO, key)
    hmac(secret.bytes, NONCE_INFO, nonce)
    // The only record ends with a 2 (RFC 8188 section 2).
    record.bytes.set(plain)
    record.bytes[plain.length] = 2
    primitives.encrypt(key, nonce, record, plain.length + 1, sealed)
    body.set(sealed.bytes.subarray(0, plain.length + 1 + TAG_BYTES), HEADER_BYTES)
    return body
  }
}

// Chance costs by the call, hardly by the byte.
const salts = randomBytes(SALT_BYTES * 256)
let saltAt = salts.length

/** Valid until the next call. */
function newSalt(): Buffer {
  if (saltAt === salts.length) {
    randomFillSync(salts)
    saltAt = 0
  }
  return salts.subarray(saltAt, (saltAt += SALT_BYTES))
}

const BLOCK_BYTES = 64
const HASH_BYTES = 32

/** HMAC-SHA-256 (RFC 2104) as two plain hashes. Keys are shorter than a block, data no longer than the input of a key derivation. */
function createHmac(primitives: Primitives) {
  const inner = primitives.block(BLOCK_BYTES + KEY_INFO_BYTES)
  const outer = primitives.block(BLOCK_BYTES + HASH_BYTES)
  const innerHash: Block = {
    bytes: outer.bytes.subarray(BLOCK_BYTES),
    address: outer.address + BigInt(BLOCK_BYTES),
  }
  return (key: Buffer, data: Buffer, out: Block): void => {
    inner.bytes.fill(0x36, key.length, BLOCK_BYTES)
    outer.bytes.fill(0x5c, key.length, BLOCK_BYTES)
    for (let at = 0; at < key.length; at++) {
      const byte = key[at] as number
      inner.bytes[at] = byte ^ 0x36
      outer.bytes[at] = byte ^ 0x5c
    }
    inner.bytes.set(data, BLOCK_BYTES)
    primitives.sha256(inner, BLOCK_BYTES + data.length, innerHash)
    primitives.sha256(outer, BLOCK_BYTES + HASH_BYTES, out)
  }
}
