import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { declaredEndpoints } from '../../testing/contracts.ts'
import { API_PATHS } from '../api-paths.ts'

const [anonymous, publicCalls] = [4, 2]
const kit = await testApp({ limits: { anonymous, token: 3, address: 8, publicCalls } })
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

test('whatever anybody may call is counted for the network that calls it', async () => {
  const open = (await declaredEndpoints()).filter(({ access }) => access === 'public')
  const uncounted: string[] = []
  for (const [at, { method, path }] of open.entries()) {
    const ask = async () => {
      const url = path.replace(/\{\w+\}/g, 'some-name')
      return (await kit.app.inject({ method, url, remoteAddress: `198.51.100.${at + 1}` })).statusCode
    }
    for (let n = API_PATHS.test(path) ? anonymous : publicCalls; n > 0; n--) {
      if ((await ask()) === 429) uncounted.push(`${method} ${path} is refused too soon`)
    }
    if ((await ask()) !== 429) uncounted.push(`${method} ${path}`)
  }
  expect(uncounted).toEqual([])
  expect(open.length).toBeGreaterThan(40)
})
