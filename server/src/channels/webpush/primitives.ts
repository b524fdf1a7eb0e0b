/** The cryptographic functions of sealing with Node's own API: works with every Node, but costs more than openssl.ts. */
import { Buffer } from 'node:buffer'
import { createCipheriv, diffieHellman, generateKeyPairSync, hash } from 'node:crypto'

/** Memory with a fixed address. */
export interface Block {
  bytes: Buffer
  address: bigint
}

export interface Primitives {
  /** Zeroed. */
  block(bytes: number): Block
  /** A new key pair on P-256. */
  newSender(): Sender
  /** SHA-256 of the first `length` bytes, 32 of them into `out`. */
  sha256(input: Block, length: number, out: Block): void
  /** AES-128-GCM of the first `length` bytes by the first 16 of the key and 12 of the nonce: as many into `out`, and the tag of 16 behind them. */
  encrypt(key: Block, nonce: Block, input: Block, length: number, out: Block): void
}

export interface Sender {
  /** The public half: 65 bytes, an uncompressed point. */
  point: Buffer
  /** ECDH: 32 bytes into `secret`. Throws `NotOnCurve`. */
  agree(receiver: Block, secret: Block): void
}

export const POINT_BYTES = 65

/** The key that a browser sent is not a point of P-256. */
export class NotOnCurve extends Error {}

// A point of P-256 in its DER form (RFC 5480) is this and the point. Node reads that faster than its other forms.
const SPKI = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')

export const nodePrimitives: Primitives = {
  block: bytes => ({ bytes: Buffer.alloc(bytes), address: 0n }),
  newSender() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    return {
      point: publicKey.export({ format: 'der', type: 'spki' }).subarray(-POINT_BYTES),
      agree(receiver, secret) {
        const key = Buffer.concat([SPKI, receiver.bytes])
        try {
          secret.bytes.set(diffieHellman({ privateKey, publicKey: { key, format: 'der', type: 'spki' } }))
        } catch (cause) {
          throw new NotOnCurve('the key is no point of P-256', { cause })
        }
      },
    }
  },
  sha256(input, length, out) {
    out.bytes.set(hash('sha256', input.bytes.subarray(0, length), 'buffer'))
  },
  encrypt(key, nonce, input, length, out) {
    const cipher = createCipheriv('aes-128-gcm', key.bytes.subarray(0, 16), nonce.bytes.subarray(0, 12))
    out.bytes.set(cipher.update(input.bytes.subarray(0, length)))
    cipher.final()
    out.bytes.set(cipher.getAuthTag(), length)
  },
}
