// Throws what strangers try at every call of the contracts, as a signed-in owner and a program of theirs: no call fails for it, and no
// answer grows with it.
import { USABLE_KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import type { Endpoint } from '@notifly/contracts/endpoint'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { declaredEndpoints } from '../testing/contracts.ts'
import { newProgram } from '../testing/programs.ts'
import { type Leaf, sampleOf, withValue } from '../testing/sample-input.ts'
import { isKeyAccess } from './caller.ts'

// Without limits, which would answer some thousand calls in place of the routes.
const [anonymous, token, address, publicCalls] = [1e6, 1e6, 1e6, 1e6]
const kit = await testApp({ limits: { anonymous, token, address, publicCalls } })

/** Some thousand calls, one after the other. */
const EVERY_CALL_MS = 400_000
/** A refusal names what is wrong; it does not send the question back. */
const REFUSAL_BYTES_MAX = 65_536

const byCall = new Map((await declaredEndpoints()).map(each => [`${each.method} ${each.path}`, each]))
const endpoints = [...byCall.values()].filter(isAsked)

/** Streams of events never end, and what ends a session ends the test. */
function isAsked({ method, path, access, raw }: Endpoint): boolean {
  const isServed = kit.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') })
  return isServed && access !== 'session' && raw?.types.includes('text/event-stream') !== true
}

const LONG = 'a'.repeat(10_000)
const WILD = '%_'.repeat(5000)
/** Places take turns. */
const LONG_TEXTS = [LONG, WILD]

/** What takes the place of one value. */
const HOSTILE: Record<Leaf['kind'], unknown[]> = {
  text: ["'; -- \u202e{{ a }}{% if %00", '+275760-09-13T00:00:00.000Z', ['a']],
  number: [1e308, 2 ** 53, -1, 0.5, '9'.repeat(400)],
  list: [Array(10_000).fill('a'), { length: 1e9 }],
  other: [LONG, [[]]],
}
/** What takes the place of all values at once: those that no text of ours may have. */
const UNSTORABLE = ['nul \0', 'half \ud800', 'half \udc00']

interface Request {
  query?: unknown
  body?: unknown
}

/** Of the values for a place every other one is tried, for its neighbours the rest: whatever a kind of places lets through shows. */
let places = 0

/** One call for each of its values at each place, and one with all texts unstorable. */
function* requestsOf({ query, body }: Endpoint): Generator<Request> {
  const good: Request = { ...(query && { query: sampleOf(query).value }), ...(body && { body: sampleOf(body).value }) }
  for (const part of ['query', 'body'] as const) {
    const schema = part === 'query' ? query : body
    if (schema === undefined) continue
    const { value, leaves } = sampleOf(schema)
    for (const [at, { path, kind }] of leaves.entries()) {
      const long = kind === 'text' ? [LONG_TEXTS[at % LONG_TEXTS.length]] : []
      const own = [...long, ...HOSTILE[kind]].filter((_, no) => no % 2 === places % 2)
      for (const bad of own) yield { ...good, [part]: withValue(value, path, bad) }
      places += 1
    }
    const texts = leaves.filter(({ kind }) => kind === 'text')
    for (const bad of UNSTORABLE)
      yield { ...good, [part]: texts.reduce((all, { path }) => withValue(all, path, bad), value) }
  }
}

const PATH_VALUES = [
  '01890000-0000-7000-8000-000000000000',
  LONG.slice(0, 900),
  '%00',
  '%ED%A0%80',
  '__proto__',
  '-1',
  '1e308',
]

async function refused(endpoint: Endpoint, { query, body }: Request, id: string): Promise<string[]> {
  const isByKey = isKeyAccess(endpoint.access)
  const authorization = isByKey ? program.authorization : `Bearer ${owner.bearer}`
  const path = endpoint.path.replace(/\{\w+\}/g, id)
  const search = new URLSearchParams(
    Object.entries((query ?? {}) as object).map(([key, value]) => [key, textOf(value)]),
  )
  const answer = await kit.app.inject({
    method: endpoint.method,
    url: `${path}?${search.toString()}`,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  const isLarge = answer.statusCode >= 400 && answer.rawPayload.length > REFUSAL_BYTES_MAX
  // 503 is what an installation without a public address or a free place says.
  const isFailure = answer.statusCode >= 500 && answer.statusCode !== 503
  // Then it was not tried.
  const isUnheard = isByKey && [401, 403, 429].includes(answer.statusCode)
  if (!isFailure && !isUnheard && !isLarge) return []
  const asked = JSON.stringify({ query, body }).slice(0, 300)
  return [`${endpoint.method} ${path.slice(0, 100)} ${asked}: ${answer.statusCode}, ${answer.rawPayload.length} bytes`]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

test('no call fails for what is put into any of its places', { timeout: EVERY_CALL_MS }, async () => {
  const failed: string[] = []
  let calls = 0
  for (const endpoint of endpoints) {
    const requests = [...requestsOf(endpoint)]
    for (const request of requests) failed.push(...(await refused(endpoint, request, PATH_VALUES[0] ?? '')))
    if (endpoint.params !== undefined)
      for (const id of PATH_VALUES) failed.push(...(await refused(endpoint, requests[0] ?? {}, id)))
    calls += requests.length
  }
  expect(failed).toEqual([])
  expect(calls).toBeGreaterThan(1000)
})

const DEEP = 100_000
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const fields = (count: number, field: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => field(n)).join('&')
const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\na\r\n`

test.each<[what: string, type: string, body: string, statuses: number[]]>([
  ['lists in lists', JSON_TYPE, `{"name":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`, [400]],
  ['objects in objects', JSON_TYPE, `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`, [400]],
  ['lists that do not end', JSON_TYPE, '['.repeat(DEEP), [400]],
  ['the prototype of all objects', JSON_TYPE, '{"name":"a","__proto__":{"isAdmin":true}}', [400]],
  ['a constructor', JSON_TYPE, '{"name":"a","constructor":{"prototype":{"isAdmin":true}}}', [400]],
  ['a large constructor', JSON_TYPE, `{"name":"a","constructor":{"prototype":[${'1,'.repeat(DEEP)}1]}}`, [400]],
  ['100,000 texts that cannot be stored', JSON_TYPE, JSON.stringify({ name: Array(DEEP).fill('\0') }), [400]],
  ['a name of 500,000 letters', JSON_TYPE, JSON.stringify({ ['a'.repeat(500_000)]: '\0' }), [400]],
  ['more than 1 MB', JSON_TYPE, JSON.stringify({ name: 'a'.repeat(1_100_000) }), [413]],
  ['10,000 fields of a form', FORM_TYPE, fields(10_000, n => `field${n}=a`), [413]],
  ['10,000 values of one field', FORM_TYPE, fields(10_000, () => 'name[]=a'), [413]],
  ['100,000 brackets', FORM_TYPE, `name${'[a]'.repeat(DEEP)}=a`, [400]],
  ['a prototype in a form', FORM_TYPE, 'name[__proto__][a]=1', [400]],
  ['10,000 parts', 'multipart/form-data; boundary=x', `${fields(10_000, n => part(`f${n}`))}--x--`, [400, 413]],
  ['nothing but boundaries', 'multipart/form-data; boundary=x', '--x\r\n'.repeat(50_000), [400, 413]],
  ['a type without a name', ';', 'a', [415]],
])('a body of %s is refused in a few words', async (_, type, payload, statuses) => {
  const answer = await kit.app.inject({
    method: 'POST',
    url: '/api/audience/segment',
    headers: { authorization: `Bearer ${owner.bearer}`, 'content-type': type },
    payload,
  })
  expect([
    statuses.includes(answer.statusCode) || answer.statusCode,
    answer.rawPayload.length < REFUSAL_BYTES_MAX,
  ]).toEqual([true, true])
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test('an address or headers of a megabyte are refused before any route is asked', async () => {
  const server = await kit.app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${server}${path}`, { headers })).status
  expect(await ask(`/api/audience?search=${'a'.repeat(1_000_000)}`)).toBe(431)
  expect(await ask('/api/audience', { cookie: 'a=b; '.repeat(20_000) })).toBe(431)
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`x-${n}`, 'a'.repeat(10)]))
  expect(await ask('/api/audience', many)).toBe(431)
})

test('pages, searches and days without end are refused at their fields', async () => {
  const refusals = { page: '1000000000', per_page: '1e9', search: WILD }
  for (const [field, value] of Object.entries(refusals)) {
    const query = new URLSearchParams({ [field]: value }).toString()
    const { status, body } = await kit.call('GET', `/api/audience?${query}`, { bearer: owner.bearer })
    expect([status, body.errors?.map(error => error.field)]).toEqual([400, [field]])
  }
})

const owner = await kit.withApplication()
const program = await newProgram(kit, owner, [...USABLE_KEY_SCOPES], { rate_limit: 1000 })
