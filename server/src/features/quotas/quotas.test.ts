import { USABLE_KEY_SCOPES } from '@notifly/contracts/api-keys/scopes'
import type { OperatorStatus } from '@notifly/contracts/operator/operator'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../background.ts'
import { readConfig } from '../../config.ts'
import { type ApplicationOwner, testApp } from '../../testing/app.ts'
import { approvalTeamOf } from '../../testing/approvals.ts'
import { audienceFiles, formOf } from '../../testing/people/audience-files.ts'
import { decideOverdue } from '../approvals/escalate.ts'
import { MOST_ROLES } from '../roles/change-role.ts'
import { MOST_APPLICATIONS } from '../usage/room.ts'
import { selectUsed } from './queries.ts'
import { usesNearQuotas } from './quotas.ts'

const QUOTAS = {
  bytes: 100_000,
  campaigns: 2,
  contacts: 3,
  events: 100_000,
  event_names: 2,
  event_properties: 2,
  fields: 2,
  keys: 1,
  requests: 2,
  segments: 2,
  templates: 1,
}
const kit = await testApp({ config: { quotas: QUOTAS, messagesPerMinute: 1000 } })
const files = audienceFiles(kit)
const team = approvalTeamOf(kit)
const first = await kit.signUpAndIn()
const newOwner = () => kit.withApplication(first)

const call = (who: ApplicationOwner, method: string, path: string, body?: object) =>
  kit.call(method, path, { bearer: who.bearer, ...(body && { body }) })
const upload = (who: ApplicationOwner, sizeBytes: number) =>
  kit.call('POST', '/api/user/asset/upload', {
    bearer: who.bearer,
    ...formOf({ name: 'list.pdf', content: Buffer.alloc(sizeBytes, 'x') }),
  })
const csv = (...emails: string[]) => ({ name: 'list.csv', content: ['email', ...emails].join('\n') })

test('an import that has no room is refused when it is checked, with its numbers, and leaves nothing behind', async () => {
  const who = await newOwner()
  await files.importAs(who, csv('a@example.com', 'b@example.com'), 'Two')
  const { status, body } = await files.verify(who, csv('a@example.com', 'c@example.com', 'd@example.com'))
  expect(status).toBe(409)
  expect(body.message).toBe(
    'Limit of 3 contacts reached: you have 2, and this adds 2. Delete contacts, or ask your operator to raise it.',
  )
  const { rows } = await kit.database.pool.query('select 1 from import where application_id = $1', [who.applicationId])
  expect(rows).toHaveLength(1)
  expect((await files.verify(who, csv('a@example.com', 'c@example.com'))).status).toBe(200)
})

test('two files that fit one by one do not fit together', async () => {
  const who = await newOwner()
  const lists = [csv('a@example.com', 'b@example.com'), csv('c@example.com', 'd@example.com')]
  const ids: string[] = []
  for (const list of lists) ids.push((await files.verify(who, list)).data.corelation_id)
  const [one = '', two = ''] = ids
  expect((await files.insert(who, one, 'One')).status).toBe(200)
  await files.ended(who, one)
  expect((await files.insert(who, two, 'Two')).status).toBe(409)
})

test('contacts, keys, segments and templates by hand have an end too', async () => {
  const who = await newOwner()
  const statuses = async (path: string, bodies: object[]) => {
    const answers: number[] = []
    for (const body of bodies) answers.push((await call(who, 'POST', path, body)).status)
    return answers
  }
  const contacts = ['a', 'b', 'c', 'd'].map(name => ({ email: `${name}@example.com` }))
  expect(await statuses('/api/audience', contacts)).toEqual([201, 201, 201, 409])
  const { rows } = await kit.database.pool.query<{ contact_id: string }>(
    'select contact_id from contact where application_id = $1',
    [who.applicationId],
  )
  const ids = rows.map(row => row.contact_id)
  const segments = ['A', 'B', 'C'].map(segment_name => ({ segment_name, contact_uuids: ids }))
  expect(await statuses('/api/audience/segment', segments)).toEqual([201, 201, 409])
  const keys = ['One', 'Two'].map(name => ({ name, scopes: USABLE_KEY_SCOPES.slice(0, 1) }))
  expect(await statuses('/authP/user/licenses', keys)).toEqual([201, 409])
  const templates = ['One', 'Two'].map(name => ({ type: 'SMS', name, body: 'Hello' }))
  expect(await statuses('/api/template', templates)).toEqual([201, 409])
})

test('applications and roles of an organization have an end that no setting moves', async () => {
  const { bearer, organizationId } = await kit.withApplication()
  // One is there already, and one is to be the last.
  await kit.database.pool.query(
    `insert into application (application_id, organization_id, name, timezone, created_at, updated_at)
     select gen_random_uuid(), $1, 'Shop', 'UTC', now(), now() from generate_series(1, $2::int)`,
    [organizationId, MOST_APPLICATIONS - 2],
  )
  await kit.database.pool.query(
    `insert into role (role_id, organization_id, name, role_group, sla_option, sla_minutes, permission_set)
     select gen_random_uuid(), $1, 'Role ' || n, 1, 1, 15, '{}' from generate_series(1, $2::int) n`,
    [organizationId, MOST_ROLES - 1],
  )
  const role = { group: 1, slaOptions: 3, slaDuration: 15, permission_set: {} }
  const told: (number | string)[] = []
  for (const name of ['Last', 'One too many']) {
    for (const [path, body] of [
      ['/api/verticals', { name, organization_uuid: organizationId }],
      ['/authP/role', { name, ...role }],
    ] as const) {
      const answer = await kit.call('POST', path, { bearer, body })
      told.push(answer.status < 300 ? 'made' : `${answer.status} ${answer.body.message}`)
    }
  }
  expect(told).toEqual([
    'made',
    'made',
    '409 An organization can have up to 500 applications. Delete unused ones first.',
    '409 An organization can have up to 500 roles. Delete unused ones first.',
  ])
})

test('names of merge fields have an end, whether contacts or files bring them; those that are there can be filled', async () => {
  const who = await newOwner()
  const table = (fields: string) => ({ name: 'list.csv', content: `email,${fields}\na@example.com,1,2` })
  const refused = await files.verify(who, { name: 'list.csv', content: 'email,a,b,c\na@example.com,1,2,3' })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Limit of 2 merge fields reached: you have 0, and this adds 3. Delete fields, or ask your operator to raise it.',
  ])
  const add = async (email: string, merge_fields: object) =>
    (await call(who, 'POST', '/api/audience', { email, merge_fields })).status
  const earlier = await files.verify(who, table('x,y'))
  expect(await add('a@example.com', { a: '1' })).toBe(201)
  expect((await files.insert(who, earlier.data.corelation_id, 'Late')).status).toBe(409)
  expect(await add('b@example.com', { b: '1', c: '1' })).toBe(409)
  expect((await files.verify(who, table('a,b'))).status).toBe(200)
  expect(await add('b@example.com', { a: '2', b: '1' })).toBe(201)
})

test('stored bytes are counted as files come and go, and the operator sees who is near the end', async () => {
  const who = await newOwner()
  expect((await upload(who, 90_000)).status).toBeLessThan(300)
  const refused = await upload(who, 20_000)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain('Storage limit reached:')
  expect((await files.verify(who, csv('x'.repeat(20_000)))).status).toBe(409)
  const { data } = await kit.call<OperatorStatus>('GET', '/api/operator', { bearer: first.bearer })
  expect(data.near_quotas).toContainEqual({
    application_uuid: who.applicationId,
    application: expect.any(String),
    what: 'bytes',
    used: 90_000,
    limit: 100_000,
  })
  await kit.database.pool.query('delete from stored_file where application_id = $1', [who.applicationId])
  expect((await upload(who, 20_000)).status).toBeLessThan(300)
})

test('campaigns have an end, and what campaigns and templates say is stored too', async () => {
  const who = await newOwner()
  const used = () => selectUsed(kit.database.kysely, who.applicationId, 'bytes')
  const draft = (content: object) => call(who, 'POST', '/api/notifications/draft/email', content)
  const first = await draft({ campaignName: 'One', emailBody: 'x'.repeat(60_000) })
  expect(first.status).toBeLessThan(300)
  expect(await used()).toBeGreaterThan(60_000)
  expect((await draft({ campaignName: 'Two', emailBody: 'x'.repeat(60_000) })).status).toBe(409)
  const template = { type: 'SMS', name: 'Text', body: 'Hello' }
  const { data } = await call(who, 'POST', '/api/template', template)
  const uuid = (data as { template_uuid: string }).template_uuid
  const email = { type: 'Email', name: 'Long', html: 'x'.repeat(60_000) }
  expect((await call(who, 'PUT', `/api/template/${uuid}`, email)).status).toBe(409)
  expect((await draft({ campaignName: 'Two' })).status).toBeLessThan(300)
  const third = await draft({ campaignName: 'Three' })
  expect([third.status, third.body.message]).toEqual([
    409,
    'Limit of 2 campaigns reached. Delete unused drafts, or ask your operator to raise it.',
  ])
  await kit.database.pool.query('delete from campaign where application_id = $1', [who.applicationId])
  expect(await used()).toBeLessThan(100)
})

test('requests that wait have an end, and what they hold is stored until long after they are decided', async () => {
  const who = await newOwner()
  const maker = await team.maker(who)
  const used = () => selectUsed(kit.database.kysely, who.applicationId, 'bytes')
  const ask = (name: string, characters = 10) =>
    call(maker, 'POST', '/api/template', { type: 'Email', name, html: 'x'.repeat(characters) })
  expect((await ask('Large', 120_000)).status).toBe(409)
  expect((await ask('One', 50_000)).status).toBe(202)
  expect(await used()).toBeGreaterThan(50_000)
  expect((await ask('Two')).status).toBe(202)
  const third = await ask('Three')
  expect([third.status, third.body.message]).toEqual([
    409,
    'Limit of 2 pending requests reached. Wait until some are decided.',
  ])
  await kit.database.pool.query(
    `update approval set status = 2, decided_by = 'user', decided_at = $2 where application_id = $1`,
    [who.applicationId, kit.clock.now()],
  )
  expect((await ask('Three')).status).toBe(202)
  await decideOverdue(kit.deps, COMMANDS)
  expect(await used()).toBeGreaterThan(50_000)
  await kit.database.pool.query(
    `update approval set decided_at = decided_at - interval '91 days' where application_id = $1 and status <> 0`,
    [who.applicationId],
  )
  await decideOverdue(kit.deps, COMMANDS)
  expect(await used()).toBeLessThan(50_000)
})

test('the operator sees who is near the quota of messages in this minute or the one before', async () => {
  const [busy, calm] = [await newOwner(), await newOwner()]
  const now = kit.clock.now()
  const started = async ({ applicationId }: ApplicationOwner, minutesAgo: number, n: number) =>
    kit.database.pool.query(
      `insert into lane (lane_id, application_id, channel, class, vtime, weight, minute_at, minute_n)
       values (gen_random_uuid(), $1, 'email', 1, 0, 1, date_trunc('minute', $2::timestamptz) - $3 * interval '1 minute', $4)`,
      [applicationId, now, minutesAgo, n],
    )
  await started(busy, 1, 900)
  await started(calm, 0, 700)
  const uses = (await usesNearQuotas(kit.deps)).filter(({ what }) => what === 'messages')
  expect(uses).toMatchObject([{ applicationId: busy.applicationId, used: 900, limit: 1000 }])
})

test('parts of the sum are added up, and the sum stays', async () => {
  const { applicationId } = await newOwner()
  await kit.database.pool.query(
    `insert into stored_bytes (application_id, bytes) select $1, 10 from generate_series(1, 600)`,
    [applicationId],
  )

  for (let read = 0; read < 2; read++) {
    expect(await selectUsed(kit.database.kysely, applicationId, 'bytes')).toBe(6000)
  }
  const { rows } = await kit.database.pool.query('select 1 from stored_bytes where application_id = $1', [
    applicationId,
  ])
  expect(rows).toHaveLength(1)
})

test('settings have generous defaults, and 0 means no end', () => {
  expect(readConfig({}).quotas).toEqual({
    bytes: 5000 * 1_048_576,
    campaigns: 100_000,
    contacts: 5_000_000,
    events: 20_000 * 1_048_576,
    event_names: 500,
    event_properties: 5000,
    fields: 2000,
    keys: 100,
    requests: 1000,
    segments: 2000,
    templates: 5000,
  })
  expect(readConfig({ NOTIFLY_QUOTA_CONTACTS: '0' }).quotas.contacts).toBe(0)
  expect(() => readConfig({ NOTIFLY_QUOTA_KEYS: 'many' })).toThrow(/NOTIFLY_QUOTA_KEYS/)
})
