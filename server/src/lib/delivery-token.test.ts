import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bounceLocalPart,
  clickToken,
  isGenuineBounce,
  parseBounce,
  readClick,
  readDelivery,
  signDelivery,
} from './delivery-token.ts'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('a secret of this test, long enough')
const others = createSecrets('the secret of somebody else, long too')
const ref = fc.record({
  applicationId: fc.uuid(),
  runId: fc.uuid(),
  seq: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
})

test('a token names its delivery and no other installation reads it', () => {
  fc.assert(
    fc.property(ref, named => {
      const token = signDelivery(secrets, named)
      expect(readDelivery(secrets, token)).toEqual(named)
      expect(readDelivery(others, token)).toBeNull()
    }),
  )
})

test('a changed token names nothing', () => {
  const token = signDelivery(secrets, { applicationId: crypto.randomUUID(), runId: crypto.randomUUID(), seq: 7 })
  for (let at = 0; at < token.length - 1; at++) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect(readDelivery(secrets, changed)).toBeNull()
  }
})

test('a click token carries the number of its link', () => {
  const named = { applicationId: crypto.randomUUID(), runId: crypto.randomUUID(), seq: 7 }
  const token = signDelivery(secrets, named)
  expect(readClick(secrets, clickToken(token, 12))).toEqual({ ref: named, linkNo: 12 })
  expect(readClick(secrets, token)).toBeNull()
  expect(readClick(secrets, `${token}.12x`)).toBeNull()
})

test('a bounce address fits a local part and survives servers that change its case', () => {
  fc.assert(
    fc.property(ref, named => {
      const localPart = bounceLocalPart(signDelivery(secrets, named))
      expect(localPart.length).toBeLessThanOrEqual(64)
      const bounce = parseBounce(localPart.toUpperCase())
      expect(bounce).toMatchObject({ runId: named.runId, seq: named.seq })
      expect(bounce !== null && isGenuineBounce(secrets, bounce, named.applicationId)).toBe(true)
      expect(bounce !== null && isGenuineBounce(secrets, bounce, crypto.randomUUID())).toBe(false)
      expect(bounce !== null && isGenuineBounce(others, bounce, named.applicationId)).toBe(false)
    }),
  )
})

test('other addresses are no bounce addresses', () => {
  expect(parseBounce('info')).toBeNull()
  expect(parseBounce(`b.${'a'.repeat(47)}`)).toBeNull()
  expect(parseBounce(`b.${'1'.repeat(48)}`)).toBeNull()
})
