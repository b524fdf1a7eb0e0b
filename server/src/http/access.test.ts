import {
  ACTIVITY_IDS,
  type ActivityId,
  LEVEL,
  type Level,
  type PermissionSet,
} from '@notifly/contracts/roles/activities'
import { CAMPAIGN_ACTIVITY } from '@notifly/contracts/campaigns/calls'
import { ASSET_ACTIVITIES } from '@notifly/contracts/assets/assets'
import { CARD_ACTIVITY } from '@notifly/contracts/dashboards/engagement'
import type { Endpoint } from '@notifly/contracts/endpoint'
import { expect, test } from 'vitest'
import { DEFAULT_ROLES } from '../features/roles/default-roles.ts'
import { testApp } from '../testing/app.ts'
import { declaredEndpoints } from '../testing/contracts.ts'
import { separatingGroups } from '../testing/separating-groups.ts'

// Without limits, which would answer some thousand calls in place of the routes.
const [anonymous, token, address, publicCalls] = [1e6, 1e6, 1e6, 1e6]
const kit = await testApp({ limits: { anonymous, token, address, publicCalls } })
const { call, app, database } = kit

const WHATSAPP_TEMPLATE = {
  type: 'Whatsapp',
  name: 'order_shipped',
  language: 'en',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Your parcel is here.' }],
}
const OWN_TEMPLATE = { type: 'Email', name: 'Ours', html: '<p>Hi</p>' }

/** Some thousand calls, one after the other. */
const EVERY_CALL_MS = 240_000

type Declared = Pick<Endpoint, 'method' | 'path' | 'access'> & { raw?: unknown }

const NO_ID = '01890000-0000-7000-8000-000000000000'
const concrete = (path: string) => path.replace(/\{\w+\}/g, NO_ID)
const name = ({ method, path }: Pick<Declared, 'method' | 'path'>) => `${method} ${path}`

/** Every endpoint of the contracts that this server serves, also those in tables of all channels. */
const endpoints = await declared()

async function declared(): Promise<Declared[]> {
  const byDeclaration = new Map(
    (await declaredEndpoints()).map(each => [name(each) + JSON.stringify(each.access), each]),
  )
  return [...byDeclaration.values()].filter(isServed)
}

function isServed({ method, path }: Declared): boolean {
  return app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') })
}

test('every route of the API says who may call it, or the server does not start', () => {
  expect(endpoints.length).toBeGreaterThan(15)
  expect(() => app.get('/api/undeclared', async () => ({}))).toThrow('nothing says who may call it')
})

test('the OpenAPI document is public and lists every route with its activity and level', async () => {
  const response = await app.inject({ method: 'GET', url: '/api/openapi.json' })
  expect(response.statusCode).toBe(200)
  const document = response.json<{ openapi: string; paths: Record<string, Record<string, Record<string, unknown>>> }>()
  expect(document.openapi).toBe('3.1.0')
  const signUp = document.paths['/authP/sign-up']?.['post']
  expect(signUp?.['requestBody']).toMatchObject({
    content: { 'application/json': { schema: { required: ['name', 'email', 'password'] } } },
  })
  expect(Object.keys(signUp?.['responses'] ?? {})).toEqual(['201', '400', '413', '415', '429'])
  const known = new Set(endpoints.map(name))
  expect((await documented()).map(name).filter(each => !known.has(each))).toEqual([])
  for (const endpoint of endpoints) {
    const { access } = endpoint
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    expect([name(endpoint), operation?.['x-activity'], operation?.['x-level']]).toEqual([
      name(endpoint),
      typeof access === 'string' ? access : access.activity,
      typeof access === 'string' ? 'none' : access.level,
    ])
    expect([name(endpoint), operation?.['security']]).toEqual([name(endpoint), schemesOf(access)])
  }
})

function schemesOf(access: (typeof endpoints)[number]['access']): Record<string, string[]>[] {
  if (access === 'public') return []
  if (access === 'session') return [{ session: [] }]
  if (typeof access !== 'string' || !access.startsWith('key:')) return [{ bearer: [] }]
  return [{ key: [] }, { oauth: [access.slice('key:'.length)] }]
}

test('every route that is not public refuses a caller without a living token', async () => {
  for (const endpoint of endpoints) {
    if (endpoint.access === 'public' || endpoint.access === 'session') continue
    for (const bearer of [undefined, 'a'.repeat(43)]) {
      const answer = await call(endpoint.method, concrete(endpoint.path), { bearer })
      expect([name(endpoint), answer.status]).toEqual([name(endpoint), 401])
    }
  }
})

test(
  'every route with an activity refuses each level below its own, and none from it on',
  { timeout: EVERY_CALL_MS },
  async () => {
    const owner = await kit.withApplication()
    for (const level of Object.values(LEVEL)) {
      await takeLevel(owner.user.uuid, owner.organizationId, level)
      for (const endpoint of endpoints) {
        const { access } = endpoint
        if (typeof access === 'string') continue
        const { status } = await call(endpoint.method, concrete(endpoint.path), { bearer: owner.bearer })
        const isAllowed = level >= Math.min(...rightsOf(endpoint).values())
        expect([name(endpoint), level, status === 403]).toEqual([name(endpoint), level, !isAllowed])
      }
    }
  },
)

test('no other right opens a route, nor does the right to approve', { timeout: EVERY_CALL_MS }, async () => {
  const owner = await kit.withApplication()
  const guarded = endpoints.filter(({ access }) => typeof access !== 'string')
  const hasSecond = ({ access }: Declared) => typeof access !== 'string' && access.or !== undefined
  for (const activity of ACTIVITY_IDS) {
    for (const level of Object.values(LEVEL)) {
      await takeRights(owner.user.uuid, owner.organizationId, { [activity]: [level, 1] })
      const isHighest = level === LEVEL.delete
      const asked = guarded.filter(each => rightsOf(each).has(activity) || (isHighest && hasSecond(each)))
      for (const endpoint of asked.filter(each => opens(each, activity, level) !== 'depends')) {
        const { status } = await call(endpoint.method, concrete(endpoint.path), { bearer: owner.bearer })
        const seen = [activity, level, name(endpoint), status !== 403]
        expect(seen).toEqual([activity, level, name(endpoint), opens(endpoint, activity, level)])
      }
    }
  }
  // What is a route's only right stands beside each other one in some group, and without it.
  for (const activities of separatingGroups(ACTIVITY_IDS)) {
    const rights = Object.fromEntries(activities.map(activity => [activity, [LEVEL.delete, 1]])) as PermissionSet
    await takeRights(owner.user.uuid, owner.organizationId, rights)
    for (const endpoint of guarded.filter(each => !hasSecond(each))) {
      const { status } = await call(endpoint.method, concrete(endpoint.path), { bearer: owner.bearer })
      const isOpen = activities.some(activity => opens(endpoint, activity, LEVEL.delete) === true)
      expect([activities, name(endpoint), status !== 403]).toEqual([activities, name(endpoint), isOpen])
    }
  }
})

/** What any of several rights opens; the answer is of those alone that the caller has. */
const BY_ONE_OF_SEVERAL: Record<string, readonly ActivityId[]> = {
  'GET /api/dashboard/engagement': Object.values(CARD_ACTIVITY),
  'GET /api/images': ASSET_ACTIVITIES,
  'GET /api/images/folders': ASSET_ACTIVITIES,
  'GET /api/notifications/schedule': Object.values(CAMPAIGN_ACTIVITY),
  'GET /api/notifications/schedule/calendar': Object.values(CAMPAIGN_ACTIVITY),
  'GET /api/notifications/schedule/counts': Object.values(CAMPAIGN_ACTIVITY),
  'POST /api/images': ASSET_ACTIVITIES,
  'POST /api/user/asset/upload': ASSET_ACTIVITIES,
}

test('what every member may call asks for no right, or for one of several', { timeout: EVERY_CALL_MS }, async () => {
  const { user, organizationId, bearer } = await kit.withApplication()
  const forAll = endpoints.filter(({ access }) => access === 'application' || access === 'user')
  const refused = async (rights: PermissionSet, asked: Declared[]) => {
    await takeRights(user.uuid, organizationId, rights)
    const names: string[] = []
    for (const endpoint of asked) {
      const { status, body } = await call(endpoint.method, concrete(endpoint.path), { bearer })
      const missing = body.data as { level?: number } | undefined
      if (status === 403 && missing?.level !== undefined) names.push(name(endpoint))
    }
    return names.sort()
  }
  const guarded = Object.keys(BY_ONE_OF_SEVERAL)
  expect(await refused({}, forAll)).toEqual(guarded)
  const asked = forAll.filter(each => guarded.includes(name(each)))
  for (const activity of ACTIVITY_IDS) {
    const closed = guarded.filter(each => BY_ONE_OF_SEVERAL[each]?.includes(activity) !== true)
    expect([activity, await refused({ [activity]: [LEVEL.delete, 1] }, asked)]).toEqual([activity, closed])
  }
})

interface Asked {
  query?: string
  body?: object
}

/** By what is asked a route's second right opens it, with the answer, and by what it does not. */
const BY_SECOND_RIGHT: Record<string, { own: Asked; status: number; other?: Asked }> = {
  'GET /api/template': { own: { query: '?type=Whatsapp' }, status: 200, other: { query: '?type=SMS' } },
  'GET /api/template/{uuid}': { own: {}, status: 404 },
  // Nothing is set up to send it with.
  'POST /api/template': { own: { body: WHATSAPP_TEMPLATE }, status: 409, other: { body: OWN_TEMPLATE } },
  'PUT /api/template/{uuid}': { own: { body: WHATSAPP_TEMPLATE }, status: 404, other: { body: OWN_TEMPLATE } },
  // What there is decides by which right it goes: for the rest, the tests of WhatsApp's templates and of phonebooks have some.
  'DELETE /api/template': { own: { query: `?template_uuid=${NO_ID}` }, status: 403 },
  'POST /api/audience/{uuid}': { own: { body: { segment_name: 'Readers' } }, status: 403 },
  'POST /api/template/links/check': { own: { body: { content: { html: '<p>Hi</p>' } } }, status: 200 },
  'POST /api/template/preview': { own: { body: { content: { html: '<p>Hi</p>' } } }, status: 200 },
  'POST /api/template/preview/sms': { own: { body: { text: 'Hi' } }, status: 200 },
  'POST /api/template/preview/webpush': { own: { body: { content: { campaignTitle: 'Hi' } } }, status: 200 },
  'GET /api/audience/import/{corelation_id}': { own: {}, status: 404 },
  'GET /api/audience/import/{corelation_id}/live': { own: {}, status: 404 },
  'GET /api/audience/download': { own: { query: `?uuid=${NO_ID}` }, status: 404 },
  'GET /authP/role': { own: {}, status: 200 },
  'GET /api/notifications/email/authentication': { own: {}, status: 200 },
  'GET /api/dashboard/report': { own: {}, status: 200 },
  'PUT /api/dashboard/report': { own: { body: { every: 'weekly' } }, status: 200 },
  'GET /api/audience/merge-fields': { own: {}, status: 200 },
  'GET /api/events': { own: {}, status: 200 },
  'GET /api/events/{name}': { own: {}, status: 404 },
  'GET /api/audience/segment/values': { own: { query: '?field=country' }, status: 200 },
  'POST /api/notification/receiver/verify': {
    own: { body: { platform: 'whatsapp', receivers: ['+4915123456789'] } },
    status: 200,
    other: { body: { platform: 'sms', receivers: ['+4915123456789'] } },
  },
}

test('the second right of a route opens it from its level on, for what belongs to that right', async () => {
  const { user, organizationId, bearer } = await kit.withApplication()
  const answers: Record<string, number[]> = {}
  const expected: Record<string, number[]> = {}
  const withSecond = endpoints.filter(({ access }) => typeof access !== 'string' && access.or !== undefined)
  for (const endpoint of withSecond) {
    const { own, status, other } = BY_SECOND_RIGHT[name(endpoint)] ?? { own: {}, status: 0 }
    const ask = async ({ query = '', body }: Asked) =>
      (await call(endpoint.method, concrete(endpoint.path) + query, { bearer, body })).status
    const [activity, least] = [...rightsOf(endpoint)][1] ?? []
    const seen: number[] = []
    for (const level of Object.values(LEVEL)) {
      await takeRights(user.uuid, organizationId, { [String(activity)]: [level, 1] })
      seen.push(await ask(own), other === undefined ? 403 : await ask(other))
    }
    answers[name(endpoint)] = seen
    expected[name(endpoint)] = Object.values(LEVEL).flatMap(level => [level < (least ?? 0) ? 403 : status, 403])
  }
  expect(answers).toEqual(expected)
})

function rightsOf({ access }: Declared): Map<ActivityId, Level> {
  if (typeof access === 'string') return new Map()
  const rights = [access, ...(access.or === undefined ? [] : [access.or])]
  return new Map(rights.map(({ activity, level }) => [activity, LEVEL[level]]))
}

/** Whether a level of one activity alone lets a caller in. With a route's second right it depends on what is asked of it. */
function opens(endpoint: Declared, activity: ActivityId, level: Level): boolean | 'depends' {
  const least = rightsOf(endpoint).get(activity)
  if (least === undefined || level < least) return false
  const { access } = endpoint
  return typeof access !== 'string' && access.activity === activity ? true : 'depends'
}

/** Gives a member a role that grants the same level everywhere. */
function takeLevel(accountId: string, organizationId: string, level: Level): Promise<void> {
  const everything = Object.fromEntries(ACTIVITY_IDS.map(activity => [activity, [level, 0]]))
  return takeRights(accountId, organizationId, everything as PermissionSet)
}

async function takeRights(accountId: string, organizationId: string, permissionSet: PermissionSet): Promise<void> {
  const roleId = crypto.randomUUID()
  await database.kysely
    .insertInto('role')
    .values({
      role_id: roleId,
      organization_id: organizationId,
      name: roleId,
      role_group: 1,
      sla_option: 1,
      sla_minutes: 15,
      permission_set: JSON.stringify(permissionSet),
    })
    .execute()
  await takeRole(accountId, organizationId, roleId)
}

async function takeRole(accountId: string, organizationId: string, roleId: string): Promise<void> {
  await database.kysely
    .updateTable('member')
    .set({ role_id: roleId })
    .where('account_id', '=', accountId)
    .where('organization_id', '=', organizationId)
    .execute()
}

test(
  'every route with an activity is open to the default roles that have its level, and to no other',
  { timeout: EVERY_CALL_MS },
  async () => {
    const owner = await kit.withApplication()
    for (const { name: roleName, roleId, permissionSet } of DEFAULT_ROLES) {
      await takeRole(owner.user.uuid, owner.organizationId, roleId)
      for (const { method, path, activity, level } of await documented()) {
        if (typeof activity === 'string') continue
        const answer = await call(method, concrete(path), { bearer: owner.bearer })
        const isAllowed = (permissionSet[activity]?.[0] ?? 0) >= LEVEL[level]
        const named = answer.body.data as { activity?: number; level?: number } | undefined
        // What a default role cannot do to itself is refused for another reason, which names no right.
        const refusal = answer.status === 403 && named?.level !== undefined ? named : null
        const expected = isAllowed ? null : { activity, level: LEVEL[level] }
        expect([roleName, method, path, refusal]).toEqual([roleName, method, path, expected])
      }
    }
  },
)

test('an organization that somebody does not belong to is nothing to them, on every route that is asked in one', async () => {
  const owner = await kit.withApplication()
  const stranger = await kit.withApplication()
  const newcomer = await kit.signUpAndIn()
  const inOrganization = endpoints.filter(({ access }) => typeof access === 'object' && access.scope === 'organization')
  expect(inOrganization.length).toBeGreaterThan(5)
  for (const endpoint of inOrganization) {
    const named = { organization_uuid: owner.organizationId, application_uuid: owner.applicationId }
    const path = `${concrete(endpoint.path)}?${new URLSearchParams(named).toString()}`
    for (const { bearer } of [stranger, newcomer]) {
      const answer = await call(endpoint.method, path, { bearer, ...(endpoint.method !== 'GET' && { body: named }) })
      expect([name(endpoint), answer.status]).toEqual([name(endpoint), 404])
    }
  }
})

interface Documented {
  method: Declared['method']
  path: string
  /** The number of an activity, or who else may call. */
  activity: number | string
  level: keyof typeof LEVEL
}

/** Every route that the OpenAPI document names. */
async function documented(): Promise<Documented[]> {
  const { paths } = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, { 'x-activity': number | string; 'x-level': keyof typeof LEVEL }>>
  }>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase() as Declared['method'],
      path,
      activity: operation['x-activity'],
      level: operation['x-level'],
    })),
  )
}

test('every route with an application refuses a token without one', async () => {
  const { bearer } = await kit.signUpAndIn()
  for (const endpoint of endpoints) {
    const { access } = endpoint
    const needsOne = access === 'application' || (typeof access === 'object' && access.scope === 'application')
    if (!needsOne) continue
    const answer = await call(endpoint.method, concrete(endpoint.path), { bearer })
    expect([name(endpoint), answer.status]).toEqual([name(endpoint), 403])
  }
})

test('no route answers a defect to input that makes no sense', { timeout: EVERY_CALL_MS }, async () => {
  const { bearer } = await kit.withApplication()
  const json = { 'content-type': 'application/json' }
  const bodies: [Record<string, string>, unknown][] = [
    [json, '{"name": '],
    [json, 'null'],
    [json, '[]'],
    [json, '"text"'],
    [json, '17'],
    [json, '{"__proto__": {"admin": true}}'],
    [json, `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    [json, JSON.stringify({ name: 'nul\0', email: '\ud800@example.com', uuid: [], token: {}, password: 5 })],
    [json, JSON.stringify({ name: 'x'.repeat(200_000), email: 'x'.repeat(200_000), uuid: 'x'.repeat(200_000) })],
    [json, JSON.stringify({ name: 1e308, page: -1, organization_uuid: '; drop table account' })],
    [{ 'content-type': 'application/xml' }, '<a/>'],
    [{ 'content-type': 'text/plain' }, 'text'],
    [{ 'content-type': 'multipart/form-data' }, 'no boundary'],
    [
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAsh',
    ],
    [{ 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\nnonsense\r\n\r\n--x--'],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 'name=%00&name=b&a[b]=c&%=%'],
  ]
  const queries = ['', '?page=0&per_page=NaN', '?uuid=x&uuid=y&search[]=1', '?search=%00&uuid=%ff', '?page=1e9']
  for (const path of new Set(endpoints.map(each => concrete(each.path)))) {
    for (const query of queries) await expectNoDefect('GET', path + query, {})
  }
  // Most of these fail before their route is known: each route gets one of four, its neighbours the rest.
  for (const [at, endpoint] of endpoints.filter(({ method }) => method !== 'GET').entries()) {
    for (const [headers, body] of bodies.filter((_, index) => index % 4 === at % 4))
      await expectNoDefect(endpoint.method, concrete(endpoint.path), { headers, body })
  }

  async function expectNoDefect(method: string, path: string, options: object): Promise<void> {
    const answer = await call(method, path, { bearer, ...options })
    const asked = [method, path, JSON.stringify(options).slice(0, 200)]
    expect([...asked, answer.status < 500]).toEqual([...asked, true])
  }
})
