import { createECDH, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { PAYLOAD_MAX_BYTES } from './message.ts'
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

test.each([0, 1, 300, PAYLOAD_MAX_BYTES])(
  '%i bytes are opened by other code, and fit into what services take',
  bytes => {
    const { receiver, open } = browser()
    const plain = randomBytes(bytes)
    const body = createSealer().seal(plain, receiver)
    expect(body.length).toBeLessThanOrEqual(4096)
    expect(open(body).equals(plain)).toBe(true)
  },
)

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
  const off = readReceiver({ p256dh, auth }) ?? browser().receiver
  expect(() => createSealer().seal(Buffer.of(1), off)).toThrow('Failed to read asymmetric key')
})
