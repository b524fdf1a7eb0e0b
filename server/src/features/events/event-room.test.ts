/** How much of events an application may have, and how long they stay. */
import type { EventName, EventResult } from '@notifly/contracts/events/events'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createLog } from '../../lib/log.ts'
import { maintainMonths } from '../../engine/upkeep/housekeeping.ts'
import { dropOldReceipts, ensureEventMonths, foldEventCounts } from '../../people/events/upkeep.ts'
import { testApp } from '../../testing/app.ts'
import { newProgram } from '../../testing/programs.ts'
import { usesNearQuotas } from '../quotas/quotas.ts'

const { quotas } = readConfig({})
const DAYS = 40
const config = { eventDays: DAYS, quotas: { ...quotas, events: 10_000, event_names: 3, event_properties: 3 } }
const kit = await testApp({ config })
const { database, clock } = kit
const DAY_MS = 86_400_000

async function newShop() {
  await ensureEventMonths(database, clock.now(), DAYS)
  const owner = await kit.withApplication()
  const program = await newProgram(kit, owner, ['contacts:write', 'events:write'])
  await program.call('PUT', '/api/v1/contacts/ana', { email: 'ana@example.com' })
  const event = (name: string, more: object = {}) => ({ external_user_id: 'ana', name, ...more })
  return {
    owner,
    event,
    erase: () => program.call('DELETE', '/api/v1/contacts/ana'),
    send: (name: string, more: object = {}) =>
      program.call<{ result: string }>('POST', '/api/v1/events', event(name, more)),
    sendAll: async (events: object[]) =>
      (await program.call<EventResult[]>('POST', '/api/v1/events/batch', { events })).data,
    names: async () =>
      (await kit.call<EventName[]>('GET', '/api/events?sort=name', { bearer: owner.bearer })).data.map(
        ({ name, count }) => [name, count],
      ),
  }
}

async function leaves(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relname ~ '^contact_event_\\d{4}_\\d{2}$' order by relname`,
  )
  return rows.map(({ name }) => name)
}

async function countOf(table: string, applicationId: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where application_id = $1`,
    [applicationId],
  )
  return rows[0]?.n ?? -1
}

async function namesOf(applicationId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'select name from event_name where application_id = $1',
    [applicationId],
  )
  return rows.map(({ name }) => name)
}

/** What the sums say of an application, whether they are made or not. */
async function sums(applicationId: string) {
  const { rows } = await database.pool.query<{ n: number; bytes: number }>(
    `select coalesce(sum(n), 0)::int as n, coalesce(sum(bytes), 0)::int as bytes from (
       select n, bytes from event_name where application_id = $1
       union all select n, bytes from event_delta where application_id = $1) parts`,
    [applicationId],
  )
  return rows[0]
}

const tidy = () => maintainMonths({ database, clock, log: createLog('silent'), retentionDays: 400, eventDays: DAYS })

test('names and properties beyond their number are refused at their place; those that are there go on', async () => {
  const { event, send, sendAll, names } = await newShop()
  const results = await sendAll([
    event('a', { properties: { x: 1, y: 1 } }),
    event('b'),
    event('a', { properties: { z: 1, w: 1 } }),
    event('a', { properties: { z: 1 }, id: '1' }),
    event('c'),
    event('d', { id: '2' }),
    event('d', { id: '2' }),
    event('b', { properties: { x: 1 } }),
  ])
  expect(results.map(({ result, error }) => error?.key ?? result)).toEqual([
    'accepted',
    'accepted',
    'quotas.eventProperties',
    'accepted',
    'accepted',
    'quotas.eventNames',
    'quotas.eventNames',
    'quotas.eventProperties',
  ])
  expect(results[2]?.error?.errors?.map(({ field }) => field)).toEqual(['properties.z', 'properties.w'])
  expect(results[5]?.error?.errors).toMatchObject([{ field: 'name' }])
  const beyond = await send('e')
  expect([beyond.status, beyond.body.message]).toEqual([
    409,
    'Limit of 3 event names reached. Use one that exists, or ask your operator to raise it.',
  ])
  expect(await names()).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ])
  // The id was not used up by what was refused.
  expect((await send('a', { id: '2' })).data.result).toBe('accepted')
  expect((await send('a', { id: '1' })).data.result).toBe('duplicate')
})

test('a thousand events that are refused at fifty places each are told so in a few words, and cost the API little', async () => {
  const { event, sendAll } = await newShop()
  const properties = Object.fromEntries(Array.from({ length: 50 }, (_, no) => [`p${no}`, no]))
  const before = process.threadCpuUsage()
  const results = await sendAll(Array.from({ length: 1000 }, () => event('a', { properties })))
  const { user, system } = process.threadCpuUsage(before)
  expect(results.map(({ error }) => error?.errors?.length)).toEqual(Array(1000).fill(10))
  expect((user + system) / 1000).toBeLessThan(1500)
})

test('what is stored in all has an end, and room comes back when a person is erased', async () => {
  const { owner, event, send, sendAll, erase } = await newShop()
  const large = { properties: { note: 'x'.repeat(900) } }
  const results = await sendAll(Array.from({ length: 12 }, (_, no) => event('a', { ...large, id: `${no}` })))
  const accepted = results.filter(({ result }) => result === 'accepted').length
  expect([accepted, results.at(-1)?.error?.key]).toEqual([6, 'quotas.events'])
  expect((await send('a', large)).status).toBe(409)
  // What came before is known as such, room or not.
  expect((await send('a', { ...large, id: '0' })).data.result).toBe('duplicate')
  await foldEventCounts(database.kysely)
  const near = await usesNearQuotas(kit.deps)
  expect(near.filter(({ what }) => what === 'events')).toMatchObject([
    { applicationId: owner.applicationId, limit: 10_000 },
  ])
  expect((await erase()).status).toBe(200)
  expect(await sums(owner.applicationId)).toEqual({ n: 0, bytes: 0 })
})

test('counts are the same before and after they are added up, by several at once', async () => {
  const { owner, send, names } = await newShop()
  for (const name of ['a', 'a', 'b']) await send(name)
  const before = [await names(), await sums(owner.applicationId)]
  const db = database.kysely
  await Promise.all([foldEventCounts(db), foldEventCounts(db), foldEventCounts(db)])
  expect([await names(), await sums(owner.applicationId)]).toEqual(before)
  expect(await countOf('event_delta', owner.applicationId)).toBe(0)
  await send('b')
  expect(await names()).toEqual([
    ['a', 2],
    ['b', 2],
  ])
})

test('an id is known for thirty days', async () => {
  const { owner, send } = await newShop()
  await send('a', { id: '1' })
  clock.advance(29 * DAY_MS)
  await ensureEventMonths(database, clock.now(), DAYS)
  await dropOldReceipts(database.kysely, clock.now())
  expect((await send('a', { id: '1' })).data.result).toBe('duplicate')
  clock.advance(2 * DAY_MS)
  await dropOldReceipts(database.kysely, clock.now())
  expect(await countOf('event_receipt', owner.applicationId)).toBe(0)
  expect((await send('a', { id: '1' })).data.result).toBe('accepted')
})

test('months have room as far back as events are taken, go when their time is over, and their counts and names with them', async () => {
  const { owner, send } = await newShop()
  const ago = (days: number) => ({ occurred_at: Math.floor(clock.now().getTime() / 1000) - days * 86_400 })
  await tidy()
  expect((await send('old', { ...ago(DAYS - 1), properties: { x: 1 } })).status).toBe(202)
  expect((await send('new')).status).toBe(202)
  expect((await send('old', ago(DAYS + 1))).body.errors).toMatchObject([{ key: 'events.tooOld' }])
  const [oldest = ''] = await leaves()
  const stays = await sums(owner.applicationId)
  await tidy()
  expect(await sums(owner.applicationId)).toEqual(stays)

  clock.advance(33 * DAY_MS)
  await tidy()
  expect(await leaves()).not.toContain(oldest)
  expect(await namesOf(owner.applicationId)).toEqual(['new'])
  expect(await countOf('contact_event', owner.applicationId)).toBe(1)
  expect(await countOf('event_property', owner.applicationId)).toBe(0)
  expect(await sums(owner.applicationId)).toMatchObject({ n: 1 })
  // The clock of events is that of the setting; room is there again for all of its days.
  expect((await send('old', ago(DAYS - 1))).status).toBe(202)
})

test('the setting has its bounds', () => {
  for (const value of ['7', '5000']) {
    expect(() => readConfig({ NOTIFLY_EVENT_DAYS: value })).toThrow(/NOTIFLY_EVENT_DAYS is between 31 and 1830/)
  }
  expect(readConfig({ NOTIFLY_EVENT_DAYS: '90' }).eventDays).toBe(90)
})
