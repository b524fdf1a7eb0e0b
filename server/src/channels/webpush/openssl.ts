/**
 * The cryptographic functions of sealing, from the OpenSSL that Node contains and exposes to native addons, called through `node:ffi`: half
 * the cost of Node's own (docs/decisions/0016). A point is checked to lie on the curve, which is all that P-256 needs (its cofactor is 1);
 * Node's functions also multiply it by the order.
 */
import { Buffer } from 'node:buffer'
import type * as NodeFfi from 'node:ffi'
import { type Block, NotOnCurve, POINT_BYTES, type Primitives, type Sender } from './primitives.ts'

type Ffi = typeof NodeFfi

/** Returns null if this Node does not support it: before 26.1, on Windows, or with another OpenSSL than 3. */
export function openssl(): Primitives | null {
  const ffi = process.getBuiltinModule('node:ffi') as Ffi | undefined
  if (ffi === undefined || !process.versions.openssl?.startsWith('3.')) return null
  try {
    return primitivesBy(ffi)
  } catch {
    return null
  }
}

const P256 = 415 // NID_X9_62_prime256v1
const UNCOMPRESSED = 4 // POINT_CONVERSION_UNCOMPRESSED
const GET_TAG = 0x10 // EVP_CTRL_AEAD_GET_TAG
const TAG_BYTES = 16
const SECRET_BYTES = 32
const NULL = 0n

function primitivesBy(ffi: Ffi): Primitives {
  const call = bind(ffi)
  const group = given(call.newGroup(P256))
  const point = given(call.newPoint(group))
  const hashing = block(ffi, 256) // SHA256_CTX has 112 bytes
  const written = block(ffi, 4)
  const cipher = given(call.newCipher())
  done(call.startCipher(cipher, given(call.aes128gcm()), NULL, NULL, NULL))
  const keys = new FinalizationRegistry<bigint>(key => call.freeKey(key))

  return {
    block: bytes => block(ffi, bytes),
    newSender(): Sender {
      const key = given(call.newKey(P256))
      done(call.generateKey(key))
      const own = block(ffi, POINT_BYTES)
      const bytes = call.writePoint(group, call.publicOf(key), UNCOMPRESSED, own.address, BigInt(POINT_BYTES), NULL)
      done(bytes === BigInt(POINT_BYTES) ? 1 : 0)
      const sender: Sender = {
        point: own.bytes,
        agree(receiver, secret) {
          if (call.readPoint(group, point, receiver.address, BigInt(POINT_BYTES), NULL) !== 1)
            throw new NotOnCurve('the key is no point of P-256')
          done(call.agree(secret.address, BigInt(SECRET_BYTES), point, key, NULL) === SECRET_BYTES ? 1 : 0)
        },
      }
      keys.register(sender, key)
      return sender
    },
    sha256(input, length, out) {
      done(call.startHash(hashing.address))
      done(call.hash(hashing.address, input.address, BigInt(length)))
      done(call.endHash(out.address, hashing.address))
    },
    encrypt(key, nonce, input, length, out) {
      done(call.startCipher(cipher, NULL, NULL, key.address, nonce.address))
      done(call.encrypt(cipher, out.address, written.address, input.address, length))
      const end = out.address + BigInt(length)
      done(call.endCipher(cipher, end, written.address))
      done(call.controlCipher(cipher, GET_TAG, TAG_BYTES, end))
    },
  }
}

function bind(ffi: Ffi) {
  // Of the process itself, which has OpenSSL in it.
  const process = new ffi.DynamicLibrary(null)
  const bound = <R extends NodeFfi.ReturnType, const P extends NodeFfi.ArgumentType[]>(
    name: string,
    result: R,
    ...of: P
  ) => process.getFunction(name, { return: result, arguments: of })
  const pointer = 'pointer'
  const int = 'int32'
  const size = 'uint64'
  return {
    newGroup: bound('EC_GROUP_new_by_curve_name', pointer, int),
    newPoint: bound('EC_POINT_new', pointer, pointer),
    readPoint: bound('EC_POINT_oct2point', int, pointer, pointer, pointer, size, pointer),
    writePoint: bound('EC_POINT_point2oct', size, pointer, pointer, int, pointer, size, pointer),
    newKey: bound('EC_KEY_new_by_curve_name', pointer, int),
    generateKey: bound('EC_KEY_generate_key', int, pointer),
    publicOf: bound('EC_KEY_get0_public_key', pointer, pointer),
    freeKey: bound('EC_KEY_free', 'void', pointer),
    agree: bound('ECDH_compute_key', int, pointer, size, pointer, pointer, pointer),
    startHash: bound('SHA256_Init', int, pointer),
    hash: bound('SHA256_Update', int, pointer, pointer, size),
    endHash: bound('SHA256_Final', int, pointer, pointer),
    aes128gcm: bound('EVP_aes_128_gcm', pointer),
    newCipher: bound('EVP_CIPHER_CTX_new', pointer),
    startCipher: bound('EVP_EncryptInit_ex', int, pointer, pointer, pointer, pointer, pointer),
    encrypt: bound('EVP_EncryptUpdate', int, pointer, pointer, pointer, pointer, int),
    endCipher: bound('EVP_EncryptFinal_ex', int, pointer, pointer, pointer),
    controlCipher: bound('EVP_CIPHER_CTX_ctrl', int, pointer, int, int, pointer),
  }
}

/** The memory of a separate ArrayBuffer does not move while the buffer exists. */
function block(ffi: Ffi, length: number): Block {
  const bytes = Buffer.from(new ArrayBuffer(length))
  return { bytes, address: ffi.getRawPointer(bytes) }
}

function given(pointer: bigint): bigint {
  if (pointer === NULL) throw new Error('OpenSSL gave nothing')
  return pointer
}

function done(result: number): void {
  if (result !== 1) throw new Error('OpenSSL refused')
}
