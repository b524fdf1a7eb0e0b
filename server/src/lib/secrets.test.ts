import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const MASTER = 'a secret for tests of secrets only'
const secrets = createSecrets(MASTER)

test('a signature is the first half of an HMAC-SHA-256 under a key of its purpose', () => {
  const key = Buffer.from(hkdfSync('sha256', MASTER, 'notifly', 'sign:links', 32))
  for (let length = 0; length < 200; length++) {
    const data = randomBytes(length)
    expect(secrets.sign('links', data)).toEqual(createHmac('sha256', key).update(data).digest().subarray(0, 16))
  }
})

test('a signature holds for its data and its purpose only', () => {
  const data = Buffer.from('delivery 1')
  const signature = secrets.sign('links', data)
  expect(secrets.verify('links', data, signature)).toBe(true)
  expect(secrets.verify('links', Buffer.from('delivery 2'), signature)).toBe(false)
  expect(secrets.verify('pages', data, signature)).toBe(false)
  expect(secrets.verify('links', data, signature.subarray(0, 15))).toBe(false)
})

test('a sealed value opens at its place, under its secret, and unchanged only', () => {
  const sealed = secrets.seal('a password', 'configuration 1')
  expect(secrets.open(sealed, 'configuration 1')).toBe('a password')
  expect(() => secrets.open(sealed, 'configuration 2')).toThrow('authenticate')
  expect(() => createSecrets(`${MASTER}!`).open(sealed, 'configuration 1')).toThrow('authenticate')
  const letter = sealed[30] === 'A' ? 'B' : 'A'
  expect(() => secrets.open(sealed.slice(0, 30) + letter + sealed.slice(31), 'configuration 1')).toThrow('authenticate')
})
