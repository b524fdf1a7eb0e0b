import type { Campaign, CampaignRow, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { describe, expect, test } from 'vitest'
import { STATE } from '../../../engine/states.ts'
import { testApp, type ApplicationOwner } from '../../../testing/app.ts'
import { addContacts, addSegment, setUpEmail } from '../../../testing/campaigns.ts'
import { receivedBytes } from '../../../testing/received-bytes.ts'

const kit = await testApp()
const { call, database, clock } = kit
const owner = await kit.withApplication()
const contacts = await addContacts(kit, owner, ['ann@example.com', 'bob@example.com', 'cleo@example.com'])
const subscribers = await addSegment(kit, owner, 'Subscribers', contacts.slice(0, 2))
const buyers = await addSegment(kit, owner, 'Buyers', contacts.slice(1))
await setUpEmail(kit, owner)

const SCHEDULE = '/api/notifications/schedule/email'
const DRAFT = '/api/notifications/draft/email'
const ESTIMATE = '/api/notifications/estimate/email'
const NOW: Schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1 } }

async function draft(campaignName: string, { bearer }: ApplicationOwner = owner, daysAgo = 0): Promise<string> {
  const { data } = await call<{ uuid: string }>('POST', DRAFT, { bearer, body: { campaignName } })
  const updated_at = new Date(clock.now().getTime() - daysAgo * 86_400_000)
  await database.kysely.updateTable('campaign').set({ updated_at }).where('campaign_id', '=', data.uuid).execute()
  return data.uuid
}

const list = (query: string, { bearer }: ApplicationOwner = owner) =>
  call<CampaignRow[]>('GET', `${SCHEDULE}?${query}`, { bearer })
const names = async (query: string, of: ApplicationOwner = owner) =>
  (await list(query, of)).data.map(row => row.campaignName)
const day = (daysAgo: number) => new Date(clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)

describe('the list', () => {
  test('shows the last 30 days, newest first, and other days when asked', async () => {
    const own = await kit.withApplication()
    await draft('Today', own)
    await draft('Last week', own, 7)
    await draft('Long ago', own, 31)
    expect(await names('', own)).toEqual(['Today', 'Last week'])
    expect(await names(`from=${day(40)}&to=${day(7)}`, own)).toEqual(['Last week', 'Long ago'])
    expect(await names(`to=${day(20)}`, own)).toEqual(['Long ago'])
    expect(await names(`from=${day(7)}&to=${day(7)}`, own)).toEqual(['Last week'])
  })

  test('reads no contents, however large they are', async () => {
    const own = await kit.withApplication()
    const variants = ['a', 'b'].map(letter => ({ emailSubject: letter, emailBody: letter.repeat(1_000_000) }))
    const body = { campaignName: 'Large', emailBody: 'x'.repeat(1_000_000), ab_test: { part: 'content', variants } }
    expect((await call('POST', DRAFT, { bearer: own.bearer, body })).status).toBe(201)
    const received = receivedBytes(database.pool)
    expect(await names('', own)).toEqual(['Large'])
    expect(received()).toBeLessThan(100_000)
  })

  test('pages, counts, searches and sorts', async () => {
    const own = await kit.withApplication()
    for (const name of ['beta 100', 'Alpha', 'gamma', 'Beta 2']) await draft(name, own)
    const page = await list('per_page=3&page=1&sort=name', own)
    expect(page.data.map(row => row.campaignName)).toEqual(['Alpha', 'beta 100', 'Beta 2'])
    expect(page.headers).toMatchObject({
      'x-notifly-total-count': '4',
      'x-notifly-total-pages': '2',
      'x-notifly-next-page': '2',
    })
    expect(await names('per_page=3&page=2&sort=name', own)).toEqual(['gamma'])
    expect(await names('sort=-name', own)).toEqual(['gamma', 'Beta 2', 'beta 100', 'Alpha'])
    expect(await names('search=BETA&sort=name', own)).toEqual(['beta 100', 'Beta 2'])
    expect(await names('search=%25', own)).toEqual([])
    expect(await names('sort=schedule', own)).toEqual(['beta 100', 'Alpha', 'gamma', 'Beta 2'])
  })

  test('filters by the names or numbers of statuses, and counts them', async () => {
    const own = await kit.withApplication()
    const statuses = ['pending', 'executing', 'sent', 'scheduled', 'ended', 'failed', 'cancelled', 'paused', 'draft']
    for (const status of statuses) {
      const id = await draft(status, own)
      await database.kysely.updateTable('campaign').set({ status }).where('campaign_id', '=', id).execute()
    }
    for (const [number, status] of statuses.entries()) {
      expect(await names(`status=${status}`, own)).toEqual([status])
      expect(await names(`status=${number}`, own)).toEqual([status])
    }
    expect((await names('status=sent,4, Failed', own)).toSorted()).toEqual(['ended', 'failed', 'sent'])
    const unknown = await list('status=nothing', own)
    expect(unknown.status).toBe(400)
    expect(unknown.body.errors?.[0]?.field).toBe('status')
    const counts = await call('GET', `${SCHEDULE}/counts?search=e`, { bearer: own.bearer })
    expect(counts.data).toEqual({
      pending: 1,
      executing: 1,
      sent: 1,
      scheduled: 1,
      ended: 1,
      failed: 1,
      cancelled: 1,
      paused: 1,
    })
  })

  test('shows the latest run with its counters, the audience and who touched it', async () => {
    const body = {
      campaignName: 'Counted',
      emailSubject: 'Hi',
      emailBody: '<p>x</p>',
      audience: { segment_uuids: [subscribers, buyers] },
      schedule: NOW,
    }
    const { data } = await call<{ uuid: string }>('POST', SCHEDULE, { bearer: owner.bearer, body })
    const ids = { application_id: owner.applicationId, run_id: (await one(data.uuid)).run_uuid ?? '' }
    const at = new Date()
    await database.kysely
      .updateTable('run')
      .set({ recipients: 5, started_at: at, state: 'done' })
      .where('run_id', '=', ids.run_id)
      .execute()
    await database.kysely.deleteFrom('run_counter').where('run_id', '=', ids.run_id).execute()
    await database.kysely
      .insertInto('run_counter')
      .values([
        { ...ids, shard: 1, state: STATE.sent, n: 5 },
        { ...ids, shard: 2, state: STATE.sent, n: -2 },
        { ...ids, shard: 1, state: STATE.delivered, n: 2 },
        { ...ids, shard: 1, state: STATE.pending, n: 0 },
        { ...ids, shard: 1, state: 20, n: 1 },
      ])
      .execute()
    await database.pool.query(
      `insert into batch (application_id, run_id, no, lane_id, seq_from, seq_to, due_at)
       values ($1, $2, 900, $1, 1, 3, now() + interval '1 hour')`,
      [ids.application_id, ids.run_id],
    )
    await database.pool.query(`update run set state = 'executing' where run_id = $1`, [ids.run_id])
    await database.pool.query(
      `insert into run_counter (application_id, run_id, shard, state, n) values ($1, $2, 3, $3, 4)`,
      [ids.application_id, ids.run_id, STATE.pending],
    )
    expect((await list('search=Counted')).data[0]).toMatchObject({ counts: { pending: 1, scheduled: 3, sent: 3 } })
    await database.pool.query(`delete from run_counter where run_id = $1 and shard = 3`, [ids.run_id])
    await database.pool.query(`update run set state = 'done' where run_id = $1`, [ids.run_id])
    const [row] = (await list('search=Counted')).data
    expect(row).toMatchObject({
      recipients: 5,
      counts: { sent: 3, delivered: 2, opened: 1 },
      started_on: Math.floor(at.getTime() / 1000),
      updated_by: 'Asha Raman',
    })
    expect(row?.audience_names.toSorted()).toEqual(['Buyers', 'Subscribers'])
    expect(row).not.toHaveProperty('emailBody')
    expect(await one(data.uuid)).toMatchObject({ emailBody: '<p>x</p>', counts: { sent: 3 } })
  })

  test('refuses queries that make no sense', async () => {
    for (const query of [
      'page=0',
      'per_page=101',
      'sort=size',
      'from=2026-13-01',
      'from=2026-02-30',
      'uuid=x',
      'to=x',
    ]) {
      expect({ query, status: (await list(query)).status }).toEqual({ query, status: 400 })
    }
    expect((await list('uuid=00000000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await list('page=100000')).data).toEqual([])
  })
})

const one = async (uuid: string) =>
  (await call<Campaign>('GET', `${SCHEDULE}?uuid=${uuid}`, { bearer: owner.bearer })).data

interface Estimate {
  recipients: number
  matched: number
  skipped: Record<string, number>
  next_runs: number[]
  words: string
}

const estimate = (body: unknown, { bearer }: ApplicationOwner = owner) =>
  call<Estimate>('POST', ESTIMATE, { bearer, body })

describe('an estimate', () => {
  test('counts who would get it and who would not, by reason', async () => {
    const own = await kit.withApplication()
    const people = await addContacts(kit, own, ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'])
    const segment = await addSegment(kit, own, 'Three', people.slice(0, 3))
    await database.kysely
      .insertInto('suppression')
      .values({
        application_id: own.applicationId,
        channel: 'email',
        address_key: 'a@example.com',
        reason: 'hard_bounce',
        created_at: new Date(),
      })
      .execute()
    const { data } = await estimate({ audience: { segment_uuids: [segment] } }, own)
    expect(data).toMatchObject({ matched: 3, recipients: 2, skipped: { suppressed_hard_bounce: 1 } })
    const everyone = await estimate({ audience: { all: true, exclude_segment_uuids: [segment] } }, own)
    expect(everyone.data).toMatchObject({ matched: 1, recipients: 1, skipped: {} })
  })

  test('of an empty audience is nobody, never everybody', async () => {
    for (const body of [{}, { audience: {} }, { audience: { segment_uuids: [] } }, { audience: { all: false } }]) {
      expect((await estimate(body)).data).toMatchObject({ matched: 0, recipients: 0, next_runs: [], words: '' })
    }
  })

  test("does not count another application's people", async () => {
    const other = await kit.withApplication()
    const { data } = await estimate({ audience: { segment_uuids: [subscribers] } }, other)
    expect(data.matched).toBe(0)
  })

  test('says when it would run, on the clock given', async () => {
    const from = Date.parse('2026-11-20T10:00:00Z') / 1000
    const date = Date.parse('2026-11-24T06:30:00Z') / 1000
    const advanced = { delivery_in_users_timezone: false }
    const schedule = { message_type: { type: 1, date }, campaign_start_date: { type: 3, local_time: 34_200 }, advanced }
    const { data } = await estimate({ schedule, timezone: 'Asia/Kolkata', from })
    expect(data.next_runs.map(run => new Date(run * 1000).toISOString())).toEqual(['2026-11-24T04:00:00.000Z'])
    expect(data.words).toBe('On Tuesday, 24 November 2026 at 9:30 AM (Asia/Kolkata)')
    const own = { ...schedule, campaign_start_date: { ...schedule.campaign_start_date, timezone: 'UTC' } }
    expect((await estimate({ schedule: own, timezone: 'Asia/Kolkata', from })).data.next_runs).toEqual([date + 10_800])
    expect((await estimate({ schedule: NOW, from })).data).toMatchObject({
      next_runs: [from],
      words: 'As soon as it launches',
    })
  })

  test('leaves out what has passed and refuses what is more than a year away', async () => {
    const from = Date.parse('2026-11-20T10:00:00Z') / 1000
    const on = (days: number) => ({
      message_type: { type: 1, date: from + days * 86_400 },
      campaign_start_date: { type: 1 },
    })
    expect((await estimate({ schedule: on(-1), from })).data.next_runs).toEqual([])
    expect((await estimate({ schedule: on(365), from })).data.next_runs).toHaveLength(1)
    const { status, body } = await estimate({ schedule: on(367), from })
    expect(status).toBe(400)
    expect(body.errors?.[0]?.field).toBe('schedule.message_type.date')
  })
})

test('rights: reading needs level 1 and nothing answers without a token', async () => {
  for (const [method, path] of [
    ['GET', SCHEDULE],
    ['GET', `${SCHEDULE}/counts`],
    ['POST', SCHEDULE],
    ['POST', ESTIMATE],
    ['POST', `${SCHEDULE}/pause`],
  ] as const) {
    expect((await call(method, path)).status).toBe(401)
  }
})
