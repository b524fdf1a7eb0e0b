/** Short links in text messages, where every character counts: 18 characters identify the link of one delivery and are signed. */
import type { Secrets } from '../secrets.ts'

/** One link of one delivery, by the number of its run. */
export interface ShortLinkRef {
  /** `run.short_no`. */
  runNo: number
  seq: number
  linkNo: number
}

const PURPOSE = 'short-link'
/** Bits of each part; with 48 of the signature they are 107, which is what 18 characters hold. */
const RUN_BITS = 28
const SEQ_BITS = 27
const LINK_BITS = 4
const BODY_BITS = RUN_BITS + SEQ_BITS + LINK_BITS
const SIGNATURE_BYTES = 6

/** Links per message that can be numbered. */
export const SHORT_LINKS_MAX = 2 ** LINK_BITS

// Only letters and digits: phones that detect links in text may leave out punctuation at their end.
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(LETTERS.length)
const TOKEN_LETTERS = 18

/** The address of a short link. */
export function shortAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/l/${token}`
}

/** Returns 18 characters. Throws RangeError for numbers that do not fit: from the 268 millionth run, or the 134 millionth recipient on. */
export function signShortLink(secrets: Secrets, ref: ShortLinkRef): string {
  const body = bodyOf(ref)
  let rest = (signatureOf(secrets, body) << BigInt(BODY_BITS)) | body
  let token = ''
  for (let at = 0; at < TOKEN_LETTERS; at++) {
    token = LETTERS.charAt(Number(rest % BASE)) + token
    rest /= BASE
  }
  return token
}

/** Null if the token is not one of ours. The link may still not exist. */
export function readShortLink(secrets: Secrets, token: string): ShortLinkRef | null {
  if (token.length !== TOKEN_LETTERS || !/^[0-9A-Za-z]+$/.test(token)) return null
  let whole = 0n
  for (const letter of token) whole = whole * BASE + BigInt(LETTERS.indexOf(letter))
  const body = whole & ((1n << BigInt(BODY_BITS)) - 1n)
  const signature = whole >> BigInt(BODY_BITS)
  if (signature >= 1n << BigInt(8 * SIGNATURE_BYTES)) return null
  // Compared as numbers: what timing reveals about 48 bits over a network is less than a guess.
  if (signature !== signatureOf(secrets, body)) return null
  const part = (from: number, bits: number): number => Number((body >> BigInt(from)) & ((1n << BigInt(bits)) - 1n))
  return {
    runNo: part(SEQ_BITS + LINK_BITS, RUN_BITS),
    seq: part(LINK_BITS, SEQ_BITS),
    linkNo: part(0, LINK_BITS),
  }
}

function bodyOf({ runNo, seq, linkNo }: ShortLinkRef): bigint {
  const fits = runNo < 2 ** RUN_BITS && seq < 2 ** SEQ_BITS && linkNo < SHORT_LINKS_MAX
  if (!fits || runNo < 0 || seq < 0 || linkNo < 0) throw new RangeError('no short link for these numbers')
  return (BigInt(runNo) << BigInt(SEQ_BITS + LINK_BITS)) | (BigInt(seq) << BigInt(LINK_BITS)) | BigInt(linkNo)
}

const bytes = Buffer.alloc(8)

function signatureOf(secrets: Secrets, body: bigint): bigint {
  bytes.writeBigUInt64BE(body)
  return BigInt(secrets.sign(PURPOSE, bytes).readUIntBE(0, SIGNATURE_BYTES))
}
