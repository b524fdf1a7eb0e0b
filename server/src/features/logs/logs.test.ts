import { PAGING_HEADERS } from '@notifly/contracts/answer'
import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import { LOG_COUNTED_MAX, type LogEntry } from '@notifly/contracts/logs/logs'
import { ACTIVITY, type ActivityId } from '@notifly/contracts/roles/activities'
import type { Role } from '@notifly/contracts/roles/roles'
import { beforeAll, expect, test } from 'vitest'
import { ensureLeaves } from '../../db/partitions.ts'
import { settleLog, writeLog } from '../../engine/log/log-writer.ts'
import type { LogNote } from '../../engine/log/log-entry.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type ApplicationOwner, PASSWORD, type Person, testApp } from '../../testing/app.ts'
import { teamOf } from '../../testing/members.ts'

const kit = await testApp()
const { call, database } = kit
let owner: ApplicationOwner

beforeAll(async () => {
  owner = await kit.withApplication()
  await ensureLeaves(database, kit.clock.now())
})

/** The token of a member whose role may read this alone. */
async function readerOf(activity: ActivityId): Promise<string> {
  const body = { name: `Reader ${activity}`, group: 1, slaOptions: 1, permission_set: { [activity]: [1, 0] } }
  const role = await call<Role>('POST', '/authP/role', { bearer: owner.bearer, body })
  const person = await teamOf(kit).join(owner.organizationId, role.data.uuid)
  const path = `/api/update-notification-vertical/${owner.applicationId}`
  const { data } = await call<Person['user']>('GET', path, { bearer: person.bearer })
  return data.token
}

const list = async (query = '', bearer = owner.bearer) => {
  await settleLog(database)
  return call<LogEntry[]>('GET', `/api/logs?${query}`, { bearer })
}

/** How far back a list goes, in epoch seconds; undefined where it leaves nothing out. */
function reach({ headers }: { headers: Record<string, unknown> }): number | undefined {
  const value = headers[PAGING_HEADERS.reachesTo.toLowerCase()]
  return value === undefined ? undefined : Number(value)
}

/** What the next list or search begins before. */
function goesOnBefore({ headers }: { headers: Record<string, unknown> }): string | undefined {
  const value = headers[PAGING_HEADERS.goesOnBefore.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}

const NOTE: Omit<LogNote, 'applicationId'> = {
  kind: 'outgoing',
  channel: 'sms',
  status: 400,
  isGood: false,
  method: 'POST',
  endpoint: 'https://api.twilio.example/2010-04-01/Messages.json',
  currentStatus: 'bounced',
  source: 'Twilio',
  receiver: '+14155550101',
  response: '{"code":21211,"message":"not a valid phone number"}',
  payload: 'To=%2B14155550101&Body=Hello',
}

const write = (note: Partial<LogNote> = {}, applicationId = owner.applicationId) =>
  writeLog(kit.deps, { ...NOTE, applicationId, ...note })

test('every filter narrows, and an entry is read whole', async () => {
  write()
  write({
    kind: 'incoming',
    channel: 'email',
    status: 200,
    isGood: true,
    endpoint: '/hooks/aws_ses',
    source: 'aws_ses',
    receiver: '',
    currentStatus: 'delivered',
    response: '',
    payload: `{"mail":"${'x '.repeat(9000)}"}`,
  })
  write({
    kind: 'test',
    channel: 'whatsapp',
    status: 503,
    endpoint: 'https://graph.example/v24/messages',
    receiver: 'Ann@Example.com',
    response: 'down',
    currentStatus: 'deferred',
  })
  write({
    channel: 'webpush',
    status: 0,
    endpoint: 'https://push.example/x',
    receiver: 'device-1',
    currentStatus: 'unknown',
    response: 'timeout',
  })
  const found = async (query: string) => (await list(query)).data.map(entry => entry.current_status)
  expect(await found('')).toEqual(['unknown', 'deferred', 'delivered', 'bounced'])
  expect(await found('kind=incoming')).toEqual(['delivered'])
  expect(await found('channel=whatsapp')).toEqual(['deferred'])
  expect(await found('status=ok')).toEqual(['delivered'])
  expect(await found('status=4xx')).toEqual(['bounced'])
  expect(await found('status=5xx')).toEqual(['deferred'])
  expect(await found('status=failed')).toEqual(['unknown'])
  expect(await found(`endpoint=${encodeURIComponent('https://api.twilio')}`)).toEqual(['bounced'])
  expect(await found(`endpoint=${encodeURIComponent('https://%')}`)).toEqual([])
  expect(await found('receiver=ann%40example.COM')).toEqual(['deferred'])
  expect(await found('search=VALID%20phone')).toEqual(['bounced'])
  expect(await found('search=nothing%20like%20that')).toEqual([])
  expect(await found('from=2020-01-01&to=2020-01-31')).toEqual([])
  expect((await list('from=2026-02-31')).status).toBe(400)
  expect((await list('kind=nothing')).status).toBe(400)

  const [incoming] = (await list('kind=incoming')).data
  expect(incoming?.payload).toHaveLength(300)
  const whole = await call<LogEntry>('GET', `/api/logs/${incoming?.id}`, { bearer: owner.bearer })
  expect(whole.data).toMatchObject({
    endPoint: '/hooks/aws_ses',
    methodType: 'POST',
    status: 200,
    source: 'aws_ses',
    kind: 'incoming',
    times: 1,
    run: null,
    key: null,
  })
  expect(whole.data.payload).toHaveLength(16_384)
})

test('an application sees its own entries, and a role without the right none', async () => {
  const stranger = await kit.withApplication()
  const [entry] = (await list()).data
  expect((await list('', stranger.bearer)).data).toEqual([])
  expect((await call('GET', `/api/logs/${entry?.id}`, stranger)).status).toBe(404)
  const [blind, reader] = [await readerOf(ACTIVITY.usageLogs), await readerOf(ACTIVITY.deliveryListing)]
  expect([(await list('', blind)).status, (await list('', reader)).status]).toEqual([403, 200])
  expect((await call('GET', '/api/logs')).status).toBe(401)
})

test('calls by key: what was refused is there whole and masked, what went well as a number for the hour', async () => {
  const key = await call<ApiKey>('POST', '/authP/user/licenses', {
    bearer: owner.bearer,
    body: { name: 'App server', scopes: ['devices:write'] },
  })
  const { client_id } = key.data
  const secret = await call<{ client_secret: string }>('POST', '/authP/user/licenses/getclientsecret', {
    bearer: owner.bearer,
    body: { client_id, password: PASSWORD },
  })
  const authorization = `Basic ${Buffer.from(`${client_id}:${secret.data.client_secret}`).toString('base64')}`
  const contactId = uuidv7()
  await database.pool.query(
    `insert into contact (application_id, contact_id, external_user_id, added_at, changed_at) values ($1, $2, 'crm-1', now(), now())`,
    [owner.applicationId, contactId],
  )
  const put = (externalId: string, token: string) =>
    call('PUT', `/api/v1/contacts/${externalId}/devices`, {
      body: { platform: 'android', token },
      headers: { authorization },
    })
  expect((await put('nobody', 'qz:registration-token-of-nobody')).status).toBe(404)
  for (let n = 0; n < 3; n++) expect((await put('crm-1', 'android:registration-token-1')).status).toBe(200)
  expect(
    (await call('PUT', '/api/v1/contacts/crm-1/devices', { headers: { authorization: 'Basic bm9ib2R5Om5vbmU=' } }))
      .status,
  ).toBe(401)

  const { data } = await list(`kind=api&key=${client_id}`)
  const refused = data.find(({ status }) => status === 404)
  expect(refused).toMatchObject({
    methodType: 'PUT',
    endPoint: '/api/v1/contacts/nobody/devices',
    times: 1,
    result: '4xx',
    key: { uuid: client_id, name: 'App server' },
  })
  expect(refused?.payload).toBe('{"platform":"android","token":"********"}')
  expect(JSON.parse(refused?.channel_response ?? '')).toMatchObject({ success: false })
  const well = data.find(({ result }) => result === 'ok')
  expect(well).toMatchObject({
    times: 3,
    status: 200,
    endPoint: '/api/v1/contacts/:external_user_id/devices',
    payload: '',
  })
  const { rows } = await database.pool.query<{ text: string }>('select e::text as text from log_entry e')
  const all = rows.map(({ text }) => text).join('\n')
  for (const hidden of ['qz:registration', secret.data.client_secret, authorization]) expect(all).not.toContain(hidden)
})

test('a connection test leaves its answer, and not the password that was typed for it', async () => {
  const body = {
    configuration_type: 'smtp',
    configuration_setting: {
      sender_email: 'news@shop.example',
      from_name: 'Shop',
      host: '127.0.0.1',
      port_no: '9',
      username: 'shop',
      password: 'qz-typed-password',
    },
  }
  const tested = await call<{ ok: boolean }>('POST', '/api/notifications/email/configuration/test', {
    bearer: owner.bearer,
    body,
  })
  expect(tested).toMatchObject({ status: 200, data: { ok: false } })
  const [entry] = (await list('kind=test&channel=email')).data
  expect(entry).toMatchObject({ current_status: 'failed', result: 'failed', source: 'smtp' })
  expect(JSON.stringify(entry)).not.toContain('qz-typed-password')
})

test('of very many entries only the newest are listed and searched, and the answer says how far and how to go on', async () => {
  const crowd = await kit.withApplication()
  await database.pool.query(
    `insert into log_entry (application_id, entry_id, kind, channel, result, status, method, endpoint, current_status, source, receiver, response, payload)
     select $1::uuid, uuidv7(make_interval(secs => -i)), 'outgoing', 'sms', 'ok', 200, 'POST',
       case when i = 5490 then 'https://y.example' else 'https://x.example' end, 'sent', 'Twilio',
       case when i % 2 = 0 then '+1' || i else '+15550100' end, '', 'entry ' || i
     from generate_series(1, 5500) i
     union all
     select $1::uuid, uuidv7(make_interval(secs => -6000 - i)), kind, channel, result, 500, 'POST', 'https://x.example/old', 'failed', 'Old', '+15550100', '', 'old ' || i
     from (values (1, 'api', null, '5xx'), (2, 'outgoing', 'sms', '5xx'), (3, 'webhook', null, 'failed')) v (i, kind, channel, result)`,
    [crowd.applicationId],
  )
  const of = async (query: string) => {
    const answer = await list(query, crowd.bearer)
    return { payloads: answer.data.map(({ payload }) => payload), reach: reach(answer), goesOn: goesOnBefore(answer) }
  }
  const first = await list('per_page=100', crowd.bearer)
  expect(first.headers['x-notifly-total-count']).toBe(String(LOG_COUNTED_MAX))
  const tenth = await list('per_page=100&page=10', crowd.bearer)
  expect([first.data[0]?.payload, tenth.data[0]?.payload, tenth.data.length]).toEqual(['entry 1', 'entry 901', 100])
  expect((await list('per_page=100&page=11', crowd.bearer)).data).toEqual([])
  expect([reach(tenth), goesOnBefore(tenth)]).toEqual([tenth.data.at(-1)?.created_on, tenth.data.at(-1)?.id])
  expect((await of(`before=${goesOnBefore(tenth)}&per_page=1`)).payloads).toEqual(['entry 1001'])

  // However old: each combination of type, channel and result has its own list, and so has what few entries have.
  expect((await of('status=5xx')).payloads).toEqual(['old 1', 'old 2'])
  expect((await of('kind=webhook')).payloads).toEqual(['old 3'])
  expect((await of('kind=outgoing&channel=sms&status=5xx')).payloads).toEqual(['old 2'])
  expect(await of('kind=api&channel=sms')).toEqual({ payloads: [], reach: undefined, goesOn: undefined })
  expect((await of('endpoint=https%3A%2F%2Fy&status=ok')).payloads).toEqual(['entry 5490'])
  expect((await of('endpoint=https%3A%2F%2Fx.example%2Fold&kind=api')).payloads).toEqual(['old 1'])
  expect((await of('receiver=%2B15000')).payloads).toEqual(['entry 5000'])
  // Half of them: fewer than are searched.
  expect((await of('receiver=%2B15550100&kind=webhook')).payloads).toEqual(['old 3'])

  // Words, and an address that most of them have, are looked for in the newest five thousand.
  const found = await list('search=entry%202999', crowd.bearer)
  const ended = { reach: reach(found), goesOn: goesOnBefore(found) }
  expect([found.data.map(({ payload }) => payload), ended.reach]).toEqual([
    ['entry 2999'],
    (await list('receiver=%2B15000', crowd.bearer)).data[0]?.created_on,
  ])
  expect(await of('search=entry%205001')).toEqual({ payloads: [], ...ended })
  expect(await of('endpoint=https%3A%2F%2Fx&search=entry%205001')).toEqual({ payloads: [], ...ended })
  expect(await of(`search=entry%205001&before=${ended.goesOn}`)).toEqual({
    payloads: ['entry 5001'],
    reach: undefined,
    goesOn: undefined,
  })
  expect((await of('search=old&status=5xx')).payloads).toEqual(['old 1', 'old 2'])
  expect((await of('search=entry%205002&receiver=%2B15002')).reach).toBeUndefined()
  // More are found than are listed.
  expect((await of('search=entry')).goesOn).toBe(goesOnBefore(tenth))
})

test('days before there were any, and a cursor that is none', async () => {
  expect((await list('from=0001-01-01&to=0001-01-31')).data).toEqual([])
  expect((await list('before=yesterday')).status).toBe(400)
})
