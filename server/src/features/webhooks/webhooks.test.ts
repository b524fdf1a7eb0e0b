import { randomUUID } from 'node:crypto'
import type { Role } from '@notifly/contracts/roles/roles'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { type Webhook, WEBHOOK_AGAIN_MAX } from '@notifly/contracts/webhooks/webhooks'
import { expect, test } from 'vitest'
import { type ApplicationOwner, type Person, testApp } from '../../testing/app.ts'
import { signersOf, startWebhookSink } from '../../testing/channels/webhook-sink.ts'
import { teamOf } from '../../testing/members.ts'
import { EMAIL, webhooksOf } from '../../testing/webhooks.ts'

const kit = await testApp()
const team = teamOf(kit)
const { create, read, attempts, run, happen, dispatch } = webhooksOf(kit)

const PATH = '/api/webhook'
const BODY = {
  name: 'Orders',
  webhook_url: 'https://shop.example/hooks',
  platforms: ['email', 'sms'],
  events: [EMAIL.opened, 201],
  description: 'Tells the shop',
}
const call = <Data = unknown>({ bearer }: { bearer: string }, method: string, path: string, body?: object) =>
  kit.call<Data>(method, PATH + path, { bearer, ...(body && { body }) })

/** A member of the owner's organization with this level on webhooks. */
async function memberWith(owner: ApplicationOwner, level: number): Promise<Person> {
  const body = { name: `W ${level}`, group: 1, slaOptions: 1, permission_set: { [ACTIVITY.webhook]: [level, 0] } }
  const { data: role } = await kit.call<Role>('POST', '/authP/role', { bearer: owner.bearer, body })
  const person = await team.join(owner.organizationId, role.uuid)
  const path = `/api/update-notification-vertical/${owner.applicationId}`
  const { data } = await kit.call<Person['user']>('GET', path, { bearer: person.bearer })
  return { ...person, bearer: data.token }
}

test('a webhook is created with a secret that is shown once, listed, changed and deleted', async () => {
  const who = await kit.withApplication()
  const created = await call<{ uuid: string; secret: string }>(who, 'POST', '', BODY)
  expect(created.status).toBe(201)
  const { uuid, secret } = created.data
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const list = await call<Webhook[]>(who, 'GET', '?search=SHOP')
  expect(list.headers['x-notifly-total-count']).toBe('1')
  expect(list.data).toEqual([
    {
      uuid,
      id: uuid,
      ...BODY,
      status: 'active',
      batch: 1,
      old_secret_until: null,
      failures: 0,
      failing_since: null,
      rests_until: null,
      last_success_on: null,
      off_since: null,
      health: Array.from({ length: 7 }, () => ({ day: expect.any(String), ok: 0, failed: 0 })),
      created_on: expect.any(Number),
      updated_on: expect.any(Number),
      created_by: who.user.name,
    },
  ])
  const groups = await call<{ items: { id: number; checked: boolean }[] }[]>(who, 'GET', `/event?uuid=${uuid}`)
  const checked = groups.data.flatMap(({ items }) => items.filter(item => item.checked).map(({ id }) => id))
  expect(new Set(checked)).toEqual(new Set(BODY.events))
  expect((await call(who, 'GET', `/event?uuid=${randomUUID()}`)).status).toBe(404)
  const stored = await kit.database.pool.query('select secret from webhook')
  expect(JSON.stringify([stored.rows, list.body, kit.logLines])).not.toContain(secret)
  const changed = await call<Webhook>(who, 'PUT', `?uuid=${uuid}`, {
    ...BODY,
    name: 'Paid',
    batch: 50,
    status: 'paused',
  })
  expect(changed.data).toMatchObject({ name: 'Paid', batch: 50, status: 'paused', off_since: expect.any(Number) })
  expect((await call(who, 'DELETE', `?uuid=${uuid}`)).status).toBe(200)
  expect((await call(who, 'DELETE', `?uuid=${uuid}`)).status).toBe(404)
  const trail = await kit.call<{ action: string; object: { name: string } }[]>(
    'GET',
    '/api/usage-logs?object=webhook',
    {
      bearer: who.bearer,
    },
  )
  expect(trail.data.map(({ action, object }) => [action, object.name])).toEqual([
    ['webhook.delete', 'Paid'],
    ['webhook.update', 'Paid'],
    ['webhook.create', 'Orders'],
  ])
})

test('what is wrong is said at its field', async () => {
  const who = await kit.withApplication()
  await call(who, 'POST', '', BODY)
  const refused: [object, string][] = [
    [{ name: 'ORDERS' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'B', webhook_url: 'ftp://shop.example' }, 'webhook_url'],
    [{ name: 'B', webhook_url: 'https://me:secret@shop.example' }, 'webhook_url'],
    [{ name: 'B', webhook_url: 'https://224.0.0.1/' }, 'webhook_url'],
    [{ name: 'B', events: [] }, 'events'],
    [{ name: 'B', events: [999] }, 'events.0'],
    // Push messages are not opened by name.
    [{ name: 'B', events: [503] }, 'events.0'],
    [{ name: 'B', platforms: ['email'] }, 'platforms'],
    [{ name: 'B', platforms: ['pigeon'] }, 'platforms.0'],
    [{ name: 'B', batch: 101 }, 'batch'],
  ]
  for (const [body, field] of refused) {
    const answer = await call(who, 'POST', '', { ...BODY, ...body })
    expect([body, answer.status, answer.body.errors?.[0]?.field]).toEqual([body, 400, field])
  }
})

test('an application has twenty webhooks at most', async () => {
  const who = await kit.withApplication()
  await kit.database.pool.query(
    `insert into webhook (application_id, webhook_id, name, url, description, platforms, events, secret, created_at, updated_at)
     select $1, gen_random_uuid(), 'No ' || n, '', '', '{}', '{}', '', now(), now() from generate_series(1, 19) n`,
    [who.applicationId],
  )
  expect((await call(who, 'POST', '', { ...BODY, name: 'No 20' })).status).toBe(201)
  expect((await call(who, 'POST', '', { ...BODY, name: 'No 21' })).status).toBe(409)
})

test('each level of the right opens what it names', async () => {
  const owner = await kit.withApplication()
  const { uuid } = await create(owner, { webhook_url: BODY.webhook_url })
  const needs: [number, string, string, object?][] = [
    [1, 'GET', ''],
    [1, 'GET', '/event'],
    [1, 'GET', `/attempts?uuid=${uuid}`],
    [2, 'POST', '', { ...BODY, name: 'Second' }],
    [3, 'PUT', `?uuid=${uuid}`, { ...BODY, name: 'Third' }],
    [3, 'POST', '/rotate', { uuid }],
    [3, 'POST', '/replay', { uuid, since: Math.floor(Date.now() / 1000) }],
    [3, 'POST', '/recover', { uuid, since: Math.floor(Date.now() / 1000) }],
    [4, 'DELETE', `?uuid=${uuid}`],
  ]
  const people = await Promise.all([0, 1, 2, 3, 4].map(level => memberWith(owner, level)))
  for (const [level, method, path, body] of needs) {
    for (const [has, person] of people.entries()) {
      if (has >= level) continue
      expect([has, method, path, (await call(person, method, path, body)).status]).toEqual([has, method, path, 403])
    }
    const able = people[level] as Person
    expect([method, path, (await call(able, method, path, body)).status < 300]).toEqual([method, path, true])
  }
})

test('to another application a webhook does not exist', async () => {
  const [owner, stranger, sink] = [await kit.withApplication(), await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(owner)
  const { uuid } = await create(owner, { webhook_url: sink.url })
  await happen(owner, runId, 'opened', [1])
  await dispatch()
  const attempt = (await attempts(owner, uuid)).data[0]?.uuid
  const own = await create(stranger, { webhook_url: sink.url })
  expect(await read(stranger, uuid)).toBeUndefined()
  const tries: [string, string, object?][] = [
    ['PUT', `?uuid=${uuid}`, BODY],
    ['DELETE', `?uuid=${uuid}`],
    ['GET', `/attempts?uuid=${uuid}`],
    ['GET', `/attempts/${attempt}?uuid=${uuid}`],
    ['GET', `/attempts/${attempt}?uuid=${own.uuid}`],
    ['POST', '/rotate', { uuid }],
    ['POST', '/test', { uuid, event: EMAIL.opened }],
    ['POST', '/recover', { uuid, since: Math.floor(Date.now() / 1000) }],
    ['POST', '/replay', { uuid, attempt_uuid: attempt }],
    ['POST', '/replay', { uuid: own.uuid, attempt_uuid: attempt }],
  ]
  for (const [method, path, body] of tries)
    expect([method, path, (await call(stranger, method, path, body)).status]).toEqual([method, path, 404])
})

test('events are offered in groups by channel, with how many webhooks are told', async () => {
  const who = await kit.withApplication()
  await call(who, 'POST', '', BODY)
  await call(who, 'POST', '', { ...BODY, name: 'Second', events: [EMAIL.opened] })
  const { data } = await call<{ name: string; items: { id: number; name: string; count: number }[] }[]>(
    who,
    'GET',
    '/event',
  )
  expect(data.slice(0, 5).map(({ name, items }) => [name, items.length])).toEqual([
    ['Email Events', 9],
    ['SMS Events', 6],
    ['Whatsapp Events', 7],
    ['Web Push Events', 5],
    ['Mobile Push Events', 5],
  ])
  expect(data.slice(5).map(({ items }) => items.map(({ name }) => name))).toEqual([
    ['contact.created', 'contact.updated', 'contact.deleted', 'contact.erased'],
    ['campaign.launched', 'campaign.paused', 'campaign.ended'],
    ['approval.requested', 'approval.decided'],
    ['import.ended'],
  ])
  expect(data[0]?.items[2]).toEqual({
    id: EMAIL.opened,
    name: 'message.opened',
    platform: 'email',
    count: 2,
    checked: false,
  })
  const ids = data.flatMap(({ items }) => items.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

test('a test sends an example of an event of each group, signed, and shows what came back', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { uuid, secret } = await create(who, { webhook_url: sink.url })
  sink.answer = () => ({ status: 418, text: 'a teapot' })
  const groups = await call<{ items: { id: number; name: string }[] }[]>(who, 'GET', '/event')
  for (const { id, name } of groups.data.flatMap(({ items }) => items.slice(-1))) {
    const answer = await call<{ ok: boolean; request: string }>(who, 'POST', '/test', { uuid, event: id })
    expect(answer.data).toMatchObject({ ok: false, status: 418, answer: 'a teapot' })
    expect(answer.data.request).toBe(sink.received.at(-1)?.text)
    expect(sink.received.at(-1)?.body).toMatchObject({ type: name, data: { test: true } })
  }
  expect(sink.received.every(request => signersOf(request, [secret]).length === 1)).toBe(true)
  expect((await attempts(who, uuid)).data).toEqual([])
})

test('one attempt, all that were given up, or everything since a moment is sent again', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  const { uuid, body } = await create(who, { webhook_url: sink.url })
  await happen(who, runId, 'opened', [1])
  await dispatch()
  sink.answer = () => 500
  await happen(who, runId, 'opened', [2])
  for (const hours of [0, 1, 2, 5, 11, 22, 33, 44]) await dispatch(hours)
  sink.answer = () => 200
  const ids = () => sink.received.map(({ headers }) => headers['webhook-id'])
  expect(ids()).toHaveLength(9)
  const [arrived, failed] = [ids()[0], ids()[1]]

  const first = (await attempts(who, uuid, '&status=ok')).data[0]?.uuid
  expect((await call(who, 'POST', '/replay', { uuid, attempt_uuid: first })).data).toEqual({
    count: 1,
    more_since: null,
  })
  await dispatch(45)
  expect(ids().slice(9)).toEqual([arrived])

  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  expect((await call(who, 'POST', '/replay', { uuid, since: hourAgo })).data).toEqual({ count: 1, more_since: null })
  await dispatch(45)
  expect(ids().slice(10)).toEqual([failed])

  expect((await call(who, 'POST', '/recover', { uuid, since: hourAgo })).data).toEqual({ count: 2, more_since: null })
  await dispatch(45)
  expect(ids()).toHaveLength(13)
  expect(new Set(ids().slice(11))).toEqual(new Set([arrived, failed]))
  expect((await call(who, 'POST', '/recover', { uuid, since: 2 ** 52 })).data).toEqual({ count: 0, more_since: null })
  expect((await attempts(who, uuid, '&from=0000-01-01&to=0000-01-02')).data).toEqual([])

  for (const wrong of [{}, { attempt_uuid: first, since: hourAgo }, { since: 1000 }])
    expect((await call(who, 'POST', '/replay', { uuid, ...wrong })).status).toBe(400)
  await call(who, 'PUT', `?uuid=${uuid}`, { ...body, status: 'paused' })
  expect((await call(who, 'POST', '/recover', { uuid, since: hourAgo })).status).toBe(409)
})

test('nothing is stored for a paused webhook, nor for events that it did not ask for', async () => {
  const who = await kit.withApplication()
  const { runId } = await run(who)
  const { uuid, body } = await create(who, { webhook_url: BODY.webhook_url })
  await happen(who, runId, 'delivered', [1])
  await call(who, 'PUT', `?uuid=${uuid}`, { ...body, status: 'paused' })
  await happen(who, runId, 'opened', [1])
  const { rows } = await kit.database.pool.query('select from webhook_message where application_id = $1', [
    who.applicationId,
  ])
  expect(rows).toHaveLength(0)
})

test('an erased person is in no body that is sent afterwards, and in no answer that was kept', async () => {
  const [who, sink] = [await kit.withApplication(), await startWebhookSink()]
  const { runId } = await run(who)
  const { uuid } = await create(who, { webhook_url: sink.url })
  sink.answer = ({ body }) => ({ status: 500, text: `cannot find ${String(body.data['to'])}` })
  await happen(who, runId, 'opened', [1])
  await dispatch()
  const [first] = sink.received
  const { to, contact } = (first?.body.data ?? {}) as { to: string; contact: { uuid: string } }
  expect(to).toContain('@')
  const erased = await kit.call('POST', `/api/audience/${contact.uuid}/erase`, { bearer: who.bearer, body: {} })
  expect(erased.status).toBe(200)
  const { data } = await attempts(who, uuid)
  expect(data).toMatchObject([{ status: 500, answer: '' }])
  await dispatch(1)
  expect(sink.received[1]?.headers['webhook-id']).toBe(sink.received[0]?.headers['webhook-id'])
  expect(sink.received[1]?.body.data).toMatchObject({ to: null, contact: { external_user_id: null } })
})

test('one call sends so many again, the oldest first, and says where to go on', async () => {
  const who = await kit.withApplication()
  const { uuid } = await create(who, { webhook_url: 'https://shop.example/hooks' })
  const insert = `insert into webhook_message (application_id, webhook_id, message_id, event, at, state)
    select $1, $2, uuidv7(), 901, now(), 2 from generate_series(1, $3::int)`
  await kit.database.pool.query(insert, [who.applicationId, uuid, WEBHOOK_AGAIN_MAX + 1])
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  const again = (since: number) => call<{ count: number; more_since: number }>(who, 'POST', '/replay', { uuid, since })
  const first = (await again(hourAgo)).data
  expect(first).toEqual({ count: WEBHOOK_AGAIN_MAX, more_since: expect.any(Number) })
  expect((await again(first.more_since)).data).toEqual({ count: 1, more_since: null })
})
