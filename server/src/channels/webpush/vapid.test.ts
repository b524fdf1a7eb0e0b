import { importJWK, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import webPush from 'web-push'
import { arePair, createAuthorize, newVapidKeys } from './vapid.ts'

const HOUR_MS = 3_600_000

/** What a push service makes of the header; by other code. */
async function verified(header: string, audience: string, nowMs: number) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: half(1), y: half(33) }, 'ES256')
  const { payload, protectedHeader } = await jwtVerify(token, jwk, { audience, currentDate: new Date(nowMs) })
  return { ...payload, alg: protectedHeader.alg, key }
}

test('a push service believes the word, which names it and whoever sends', async () => {
  const keys = newVapidKeys()
  const now = Date.now()
  const authorize = createAuthorize(keys, 'https://shop.example', () => now)
  const claims = await verified(authorize('https://push.example'), 'https://push.example', now)
  expect(claims).toMatchObject({ sub: 'https://shop.example', alg: 'ES256', key: keys.publicKey })
  expect(Number(claims.exp) * 1000 - now).toBeLessThanOrEqual(24 * HOUR_MS)
  await expect(verified(authorize('https://push.example'), 'https://other.example', now)).rejects.toThrow('aud')
})

test('one word serves a service for 12 hours, and is good to the end of them', async () => {
  let now = Date.now()
  const authorize = createAuthorize(newVapidKeys(), 'https://shop.example', () => now)
  const first = authorize('https://push.example')
  expect(authorize('https://other.example')).not.toBe(first)
  now += 12 * HOUR_MS - 1
  expect(authorize('https://push.example')).toBe(first)
  await verified(first, 'https://push.example', now)
  now += 1
  expect(authorize('https://push.example')).not.toBe(first)
})

test('pairs are told from halves of two', () => {
  const [one, other] = [newVapidKeys(), newVapidKeys()]
  expect(arePair(one)).toBe(true)
  expect(arePair({ ...one, privateKey: other.privateKey })).toBe(false)
  expect(arePair({ publicKey: 'rubbish', privateKey: '' })).toBe(false)
  // The form is that of others: web-push takes ours.
  expect(() => webPush.setVapidDetails('https://shop.example', one.publicKey, one.privateKey)).not.toThrow()
})
