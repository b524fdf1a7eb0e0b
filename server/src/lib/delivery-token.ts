/** Signed tokens of deliveries, as in public links and bounce addresses. */
// Imported: the global is a getter, and each message would call it many times.
import { Buffer } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/** Identifies a delivery. */
export interface DeliveryRef {
  applicationId: string
  runId: string
  seq: number
}

/** What a bounce address contains; `signature` is verified once the run's application is known. */
export interface BounceRef {
  runId: string
  seq: number
  signature: Buffer
}

const PURPOSE = 'delivery'
const BODY_BYTES = 36
const SIGNATURE_BYTES = 16
const TOKEN_LETTERS = 70

/** Number of the link that no person sees: only machines follow it. */
export const TRAP_LINK_NO = 9999

/**
 * Returns the signed token of a delivery, 70 characters of base64url: application, run and seq with their HMAC. One signature serves pixel,
 * links, unsubscribe page and bounce address, since it costs as much as the rest of a short message.
 */
export function signDelivery(secrets: Secrets, ref: DeliveryRef): string {
  bodyOf(ref).copy(whole)
  whole.set(secrets.sign(PURPOSE, whole.subarray(0, BODY_BYTES)), BODY_BYTES)
  return whole.toString('base64url')
}

// Reused for the token that is being written.
const whole = Buffer.alloc(BODY_BYTES + SIGNATURE_BYTES)

/**
 * The part before the @ of the address that a delivery's bounces go to: 50 letters that mean the same in either case. `token` is
 * one of `signDelivery`.
 */
export function bounceLocalPart(token: string): string {
  // It contains what is adjacent in the token: run, seq, the start of the signature.
  return `b.${base32(Buffer.from(token, 'base64url'), 16, BODY_BYTES + BOUNCE_SIGNATURE_BYTES)}`
}

/** Null if the token is not one of ours. */
export function readDelivery(secrets: Secrets, token: string): DeliveryRef | null {
  if (token.length !== TOKEN_LETTERS || !/^[\w-]+$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== BODY_BYTES + SIGNATURE_BYTES) return null
  const body = bytes.subarray(0, BODY_BYTES)
  if (!secrets.verify(PURPOSE, body, bytes.subarray(BODY_BYTES))) return null
  return {
    applicationId: uuidOf(body.subarray(0, 16)),
    runId: uuidOf(body.subarray(16, 32)),
    seq: body.readUInt32BE(32),
  }
}

/** Returns the token of one tracked link of a delivery: its token, a dot, the link's number. */
export function clickToken(token: string, linkNo: number): string {
  return `${token}.${linkNo}`
}

/** Null if it is not one of ours. The run may still have no link with that number. */
export function readClick(secrets: Secrets, text: string): { ref: DeliveryRef; linkNo: number } | null {
  const linkNo = /^\.(\d{1,4})$/.exec(text.slice(TOKEN_LETTERS))?.[1]
  if (linkNo === undefined) return null
  const ref = readDelivery(secrets, text.slice(0, TOKEN_LETTERS))
  return ref === null ? null : { ref, linkNo: Number(linkNo) }
}

const BOUNCE_BODY_BYTES = 20
// A local part has 64 characters (RFC 5321 section 4.5.3.1.1): 80 bits of the signature fit, the application does not.
const BOUNCE_SIGNATURE_BYTES = 10
const BOUNCE_ADDRESS = /^b\.([a-z2-7]{48})$/

/** Parses the part before the @ of a bounce address, in any case. Null if it does not have our format. */
export function parseBounce(localPart: string): BounceRef | null {
  const text = BOUNCE_ADDRESS.exec(localPart.toLowerCase())?.[1]
  if (text === undefined) return null
  const bytes = fromBase32(text)
  return {
    runId: uuidOf(bytes.subarray(0, 16)),
    seq: bytes.readUInt32BE(16),
    signature: bytes.subarray(BOUNCE_BODY_BYTES),
  }
}

/** Whether this bounce address was made by this installation for a run of that application. */
export function isGenuineBounce(secrets: Secrets, bounce: BounceRef, applicationId: string): boolean {
  const expected = secrets.sign(PURPOSE, bodyOf({ applicationId, runId: bounce.runId, seq: bounce.seq }))
  const short = expected.subarray(0, BOUNCE_SIGNATURE_BYTES)
  return bounce.signature.length === short.length && timingSafeEqual(short, bounce.signature)
}

function bodyOf({ applicationId, runId, seq }: DeliveryRef): Buffer {
  if (lastRun.runId !== runId || lastRun.applicationId !== applicationId) {
    lastRun = { applicationId, runId, bytes: Buffer.from((applicationId + runId).replaceAll('-', ''), 'hex') }
  }
  const body = Buffer.allocUnsafe(BODY_BYTES)
  body.set(lastRun.bytes)
  body.writeUInt32BE(seq, 32)
  return body
}

// Caches one run: consecutive messages usually belong to the same one.
let lastRun = { applicationId: '', runId: '', bytes: Buffer.alloc(0) }

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

// RFC 4648 in lower case: mail servers may change the case of a local part.
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

function base32(bytes: Buffer, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at += 5) {
    const high = bytes.readUInt16BE(at) * 16 + ((bytes[at + 2] ?? 0) >>> 4) // 20 bits
    const low = ((bytes[at + 2] ?? 0) & 15) * 65_536 + bytes.readUInt16BE(at + 3)
    text += quad(high) + quad(low)
  }
  return text
}

function quad(bits: number): string {
  return `${PAIRS[bits >>> 10]}${PAIRS[bits & 1023]}`
}

const PAIRS = Array.from({ length: 1024 }, (_, bits) => BASE32.charAt(bits >>> 5) + BASE32.charAt(bits & 31))

function fromBase32(text: string): Buffer {
  const bytes = Buffer.alloc((text.length * 5) / 8)
  let bits = 0
  let value = 0
  let at = 0
  for (const letter of text) {
    value = ((value << 5) | BASE32.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (value >>> bits) & 255
  }
  return bytes
}
