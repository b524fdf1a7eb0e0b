import { PAYLOAD_MAX_BYTES } from '@notifly/contracts/web-push/payload'
import { createECDH, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { openssl } from './openssl.ts'
import { nodePrimitives, NotOnCurve, type Primitives } from './primitives.ts'
import { createSealer, readReceiver } from './sealing.ts'

interface Ece {
  decrypt(body: Buffer, options: { version: string; privateKey: unknown; authSecret: string }): Buffer
}
// Independent code for RFC 8188 and 8291; it comes with web-push.
const ece = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as Ece

function browser() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  const receiver = readReceiver({ p256dh, auth })
  if (receiver === null) throw new Error('no receiver')
  return {
    receiver,
    open: (body: Buffer) => ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }),
  }
}

const one = browser()

const ways: [string, () => Primitives | null][] = [
  ['by OpenSSL itself', openssl],
  ['by Node', () => nodePrimitives],
]

describe.each(ways)('%s', (_, find) => {
  const primitives = find() ?? nodePrimitives

  test('the way is there on the Node that the product brings', () => {
    expect(find()).not.toBeNull()
  })

  test.each([0, 1, 300, PAYLOAD_MAX_BYTES])(
    '%i bytes are opened by other code, and fit into what services take',
    bytes => {
      const { receiver, open } = browser()
      const plain = randomBytes(bytes)
      const body = createSealer(Date.now, primitives).seal(plain, receiver)
      expect(body.length).toBeLessThanOrEqual(4096)
      expect(open(body).equals(plain)).toBe(true)
    },
  )

  test('more than one record is refused', () => {
    const sealer = createSealer(Date.now, primitives)
    const { receiver, open } = browser()
    expect(open(sealer.seal(Buffer.alloc(4079, 1), receiver))).toHaveLength(4079)
    for (const bytes of [4080, 4096, 5000]) expect(() => sealer.seal(Buffer.alloc(bytes), receiver)).toThrow(RangeError)
  })

  test('what was sealed is still what it was when thousands more have been, and keys were collected', () => {
    const sealer = createSealer(Date.now, primitives)
    const sealed = Array.from({ length: 4000 }, (_, no) => {
      const { receiver, open } = no % 100 === 0 ? browser() : one
      return { open, no, body: sealer.seal(Buffer.from(`message ${no}`), receiver) }
    })
    for (const { open, no, body } of sealed) expect(open(body).toString()).toBe(`message ${no}`)
  })

  test('a key that is no point of the curve is refused by name', () => {
    const { receiver } = browser()
    const publicKey = Buffer.from(receiver.publicKey)
    publicKey[64] = (publicKey[64] ?? 0) ^ 1
    const sealer = createSealer(Date.now, primitives)
    expect(() => sealer.seal(Buffer.of(1), { ...receiver, publicKey })).toThrow(NotOnCurve)
    expect(() => sealer.seal(Buffer.of(1), { ...receiver, publicKey: Buffer.alloc(65, 255).fill(4, 0, 1) })).toThrow(
      NotOnCurve,
    )
    sealer.seal(Buffer.of(1), receiver)
  })
})

test('messages share a sender key for a while and never a salt', () => {
  let now = 0
  const sealer = createSealer(() => now)
  const { receiver, open } = browser()
  const seal = () => {
    const body = sealer.seal(Buffer.from('hello'), receiver)
    expect(open(body).toString()).toBe('hello')
    return { salt: body.toString('hex', 0, 16), key: body.toString('hex', 21, 86) }
  }
  const first = Array.from({ length: 1000 }, seal)
  expect(new Set(first.map(({ salt }) => salt)).size).toBe(1000)
  expect(new Set(first.map(({ key }) => key)).size).toBe(1)
  const second = seal()
  expect(second.key).not.toBe(first[0]?.key)
  now += 60_000
  expect(seal().key).not.toBe(second.key)
})

test('what is no browser is told apart', () => {
  const { p256dh, auth } = {
    p256dh: randomBytes(65).fill(4, 0, 1).toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  expect(readReceiver({ p256dh: p256dh.slice(2), auth })).toBeNull()
  expect(readReceiver({ p256dh, auth: 'AAAA' })).toBeNull()
})
