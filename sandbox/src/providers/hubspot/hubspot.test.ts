import { expect, test } from 'vitest'
import { testDirectory, testSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'

const V3 = '/hubspot/crm/v3/objects/tickets'
const GOOD = {
  subject: 'ana@example.com',
  content: 'Where are <b>my</b> runs?',
  hs_pipeline: '0',
  hs_pipeline_stage: '1',
}

interface Asked {
  path?: string
  token?: string | null
  body?: unknown
}

const post = (
  { get }: TestSandbox,
  { path = V3, token = 'pat-na1-1', body = { properties: GOOD, associations: [] } }: Asked = {},
) =>
  get(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

const tickets = async (sandbox: TestSandbox) => (await sandbox.get('/api/hubspot/tickets')).body.data
const filter = (propertyName: string, operator: string, value: string) => ({ propertyName, operator, value })
const search = (sandbox: TestSandbox, filters: object[], more: object = {}) =>
  post(sandbox, { path: `${V3}/search`, body: { filterGroups: [{ filters }], ...more } })

test('a ticket is created, shown on the page, found by a search, and outlives a restart', async () => {
  const dataDir = await testDirectory()
  const first = await testSandbox({ dataDir })
  const { status, body, headers } = await post(first)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    properties: { ...GOOD, hs_object_id: body.id },
    archived: false,
    createdAt: body.updatedAt,
  })
  expect(headers.get('x-hubspot-ratelimit-remaining')).toBe('99')
  const dated = await post(first, { path: '/hubspot/crm/objects/2026-03/tickets' })
  expect([dated.status, dated.body.id === body.id]).toEqual([201, false])
  await first.stop()

  const sandbox = await testSandbox({ dataDir })
  expect((await tickets(sandbox)).map(({ id }: { id: string }) => id)).toEqual([dated.body.id, body.id])
  const page = await (await fetch(`${sandbox.url}/hubspot?id=${body.id}`)).text()
  expect(page).toContain('Where are &lt;b&gt;my&lt;/b&gt; runs?')
  expect(page).toContain('2 tickets')

  const since = String(Date.parse(body.createdAt) - 1)
  const ascending = {
    sorts: [{ propertyName: 'createdate', direction: 'ASCENDING' }],
    properties: ['content'],
    limit: 1,
  }
  const own = filter('subject', 'EQ', 'ANA@example.com')
  const found = await search(sandbox, [own, filter('createdate', 'GTE', since)], ascending)
  expect([found.status, found.body.total]).toEqual([200, 2])
  expect(found.body.results).toMatchObject([{ id: body.id, properties: { content: GOOD.content } }])
  expect(found.body.results[0].properties).not.toHaveProperty('subject')
  for (const [name, operator, value] of [
    ['subject', 'EQ', 'other@example.com'],
    ['subject', 'NEQ', 'ana@example.com'],
    ['createdate', 'LT', since],
    ['createdate', 'GT', String(Date.parse(dated.body.createdAt))],
    ['nothing', 'EQ', 'x'],
  ] as const)
    expect((await search(sandbox, [filter(name, operator, value)])).body.total).toBe(0)
})

test('what HubSpot would refuse is refused in its shape', async () => {
  const sandbox = await testSandbox()
  const withProperties = (change: object) =>
    post(sandbox, { body: { properties: { ...GOOD, ...change }, associations: [] } })
  const unknown = await withProperties({ colour: 'red', hs_ticket_priority: 'BURNING', subject: '' })
  expect([unknown.status, unknown.body]).toMatchObject([
    400,
    {
      status: 'error',
      category: 'VALIDATION_ERROR',
      correlationId: expect.any(String),
      errors: [
        { code: 'PROPERTY_DOESNT_EXIST', in: 'colour' },
        { code: 'INVALID_OPTION', in: 'hs_ticket_priority', context: { propertyName: ['hs_ticket_priority'] } },
        { code: 'REQUIRED_PROPERTY_MISSING', in: 'subject' },
      ],
    },
  ])
  for (const body of [{ properties: GOOD }, { properties: { ...GOOD, subject: 1 }, associations: [] }, []])
    expect((await post(sandbox, { body })).body).toMatchObject({ category: 'VALIDATION_ERROR' })
  for (const [token, status, category] of [
    [null, 401, 'INVALID_AUTHENTICATION'],
    ['refused', 401, 'INVALID_AUTHENTICATION'],
    ['no-scope', 403, 'MISSING_SCOPES'],
  ] as const)
    expect(await post(sandbox, { token })).toMatchObject({ status, body: { status: 'error', category } })
  expect(await tickets(sandbox)).toEqual([])
})

test('dials make it busy, broken, unreachable or forgetful of its answers, and it has the limit of an account', async () => {
  const sandbox = await testSandbox()
  const turn = (dials: object) => sandbox.put('/api/faults/hubspot', dials)
  await turn({ throttle_rate: 1 })
  expect(await post(sandbox)).toMatchObject({
    status: 429,
    body: { errorType: 'RATE_LIMIT', policyName: 'TEN_SECONDLY_ROLLING' },
  })
  await turn({ error_rate: 1, latency_ms: 100 })
  const beganMs = performance.now()
  expect((await post(sandbox)).status).toBe(503)
  expect(performance.now() - beganMs).toBeGreaterThanOrEqual(99)
  await turn({ down_rate: 1 })
  await expect(post(sandbox)).rejects.toThrow('fetch failed')
  expect(await tickets(sandbox)).toEqual([])
  expect(await (await fetch(`${sandbox.url}/faults`)).text()).toContain('1 on')
  await turn({ lost_rate: 1 })
  await expect(post(sandbox)).rejects.toThrow('fetch failed')
  expect(await tickets(sandbox)).toHaveLength(1)
  await turn({})
  await fetch(`${sandbox.url}/hubspot`, { method: 'POST', body: new URLSearchParams({ clear: '' }) })
  const statuses = await Promise.all(Array.from({ length: 101 }, async () => (await post(sandbox)).status))
  expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(1)
  expect(await tickets(sandbox)).toHaveLength(statuses.filter(status => status === 201).length)
})
