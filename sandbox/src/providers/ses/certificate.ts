import { createPublicKey, createSign, randomBytes, type KeyObject } from 'node:crypto'

// A certificate that its own key has signed: X.509 version 3 (RFC 5280) with nothing but what has to be there, in DER (X.690).

const SHA256_WITH_RSA = sequence(oid([1, 2, 840, 113549, 1, 1, 11]), tlv(0x05, Buffer.alloc(0)))
const COMMON_NAME = oid([2, 5, 4, 3])

/** The certificate of an RSA key as PEM, good from yesterday for `days`. */
export function selfSigned(key: KeyObject, name: string, days: number): string {
  const dayMs = 86_400_000
  const subject = sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(name)))))
  const body = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(randomBytes(15)),
    SHA256_WITH_RSA,
    subject,
    sequence(time(Date.now() - dayMs), time(Date.now() + days * dayMs)),
    subject,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('RSA-SHA256').update(body).sign(key)
  const whole = sequence(body, SHA256_WITH_RSA, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`
}

function tlv(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

/** Short form below 128, else the number of bytes that follow. */
function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts))
}

/** Positive: a first bit that is set would be a sign. */
function integer(bytes: Buffer): Buffer {
  return tlv(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

function oid([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = rest.flatMap(part => {
    const groups = [part & 0x7f]
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return tlv(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

/** GeneralizedTime. */
function time(ms: number): Buffer {
  return tlv(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
}
