import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { newProgram } from '../../testing/programs.ts'

const kit = await testApp({ limits: { anonymous: 1000, token: 1000, address: 30, publicCalls: 1000 } })
const owner = await kit.withApplication()
const ASKED = '/api/v1/contacts/nobody'

test('a key may call as often as it was made for, is told what is left, and is refused for one call too many', async () => {
  const slow = await newProgram(kit, owner, ['contacts:read'], { rate_limit: 2 })
  const other = await newProgram(kit, owner, ['contacts:read'], { rate_limit: 2 })
  const first = await slow.call('GET', ASKED)
  expect([first.status, first.headers['ratelimit-policy'], first.headers['ratelimit']]).toEqual([
    404,
    '"key";q=4;w=2',
    expect.stringMatching(/^"key";r=3;t=[12]$/),
  ])
  // Its window may end amid the calls.
  let refused = first
  for (let n = 0; n < 40 && refused.status !== 429; n++) refused = await slow.call('GET', ASKED)
  expect([refused.status, refused.body.key, refused.headers['ratelimit']]).toEqual([
    429,
    'errors.tooManyRequests',
    expect.stringMatching(/^"key";r=0;t=[12]$/),
  ])
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(2)
  expect((await other.call('GET', ASKED)).status).toBe(404)
  await expect.poll(async () => (await slow.call('GET', ASKED)).status, { interval: 300 }).toBe(404)
})

test('calls with a living key use up nothing of their address; those with made-up ones do', async () => {
  const program = await newProgram(kit, await kit.withApplication(), ['contacts:read'], { rate_limit: 1000 })
  for (let n = 0; n < 60; n++) expect((await program.call('GET', ASKED)).status).toBe(404)
  const wrong = `Basic ${Buffer.from(`${program.keyId}:wrong`).toString('base64')}`
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) {
    statuses.push((await kit.call('GET', ASKED, { headers: { authorization: wrong } })).status)
  }
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
})
