import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'

const kit = await testApp({ limits: { anonymous: 4, token: 3, address: 8, publicCalls: 2 } })
const { call } = kit

async function statuses(count: number, path: string, bearer?: (n: number) => string): Promise<number[]> {
  const answers = []
  for (let n = 0; n < count; n++) answers.push((await call('GET', path, { bearer: bearer?.(n) })).status)
  return answers
}

test('too many calls are answered 429 with the wait, each kind counted for itself', async () => {
  expect(await statuses(5, '/api/installation')).toEqual([200, 200, 200, 200, 429])
  expect(await statuses(1, '/%61pi/installation')).toEqual([429])
  const refused = await call('GET', '/api/installation')
  expect(refused.body).toEqual({
    success: false,
    message: expect.any(String),
    key: 'errors.tooManyRequests',
    doc_url: expect.stringContaining('/developers/errors#errors.tooManyRequests'),
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)

  expect(await statuses(4, '/api/verticals', () => 'one-token')).toEqual([401, 401, 401, 429])
  // A new made-up token for each call does not escape the address's own limit.
  expect((await statuses(8, '/api/verticals', n => `token-${n}`)).slice(-3)).toEqual([429, 429, 429])

  expect(await statuses(3, '/t/c/some-link')).toEqual([404, 404, 429])
  expect(await statuses(20, '/healthz')).not.toContain(429)
})
