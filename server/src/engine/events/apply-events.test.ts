import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { expectActivityRight } from '../../testing/engine/activity.ts'
import { createApplication, openRun, prepareEngine, runCounts } from '../../testing/engine/world.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { applyEvents, type DeliveryEvent } from './apply-events.ts'
import { ENGAGEMENT, STATE } from '../states.ts'
import { selectDifferences } from '../upkeep/counter-queries.ts'

const database = await testDatabase()
let applicationId = ''

beforeAll(async () => {
  await prepareEngine(database)
  applicationId = (await createApplication(database, { contacts: 20, port: 1 })).applicationId
})

const NOON = Date.UTC(2026, 5, 10, 12)

function event(
  runId: string,
  seq: number,
  kind: DeliveryEvent['kind'],
  more: Partial<DeliveryEvent> = {},
): DeliveryEvent {
  return { applicationId, runId, seq, kind, at: new Date(NOON), source: 'recipient', bot: false, ...more }
}

async function delivery(runId: string, seq: number) {
  const { rows } = await database.pool.query<{ state: number; opened: boolean; contact_id: string; address: string }>(
    `select state, opened_at > '-infinity' as opened, contact_id, address from delivery where run_id = $1 and seq = $2`,
    [runId, seq],
  )
  const [row] = rows
  if (row === undefined) throw new Error('no such delivery')
  return row
}

test('events move a delivery forward, whatever their order and however often they come', async () => {
  const ends = ['delivered', 'bounced', 'complained'] as const
  const kinds = fc.constantFrom(...ends, 'opened', 'clicked', 'unsubscribed', 'dismissed' as const)
  const browsers = fc.constantFrom('Chrome', 'Safari', 'a browser that nobody knows')
  const histories = fc.array(
    fc.record({ kind: kinds, seconds: fc.nat(1000), seq: fc.integer({ min: 1, max: 3 }), browser: browsers }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  await fc.assert(
    fc.asyncProperty(
      histories,
      fc.array(fc.nat(11), { maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      async (history, again, order) => {
        const { runId: straight } = await openRun(database, applicationId)
        const { runId: mixed } = await openRun(database, applicationId)
        const events = history.map(({ kind, seconds, seq, browser }) => ({
          kind,
          seq,
          more: { at: new Date(NOON + seconds * 1000), eventId: uuidv7(), detail: { browser, device: 'mobile' } },
        }))
        await applyEvents(
          database,
          events.map(({ kind, seq, more }) => event(straight, seq, kind, more)),
        )
        const repeated = [...events, ...again.flatMap(index => events[index] ?? [])]
        const shuffled = repeated
          .map(item => ({ item, key: order.next().value as number }))
          .sort((a, b) => a.key - b.key)
        for (const { item } of shuffled) await applyEvents(database, [event(mixed, item.seq, item.kind, item.more)])
        const rows = async (runId: string) =>
          (
            await database.pool.query(
              `select seq, state, reason, delivered_at, opened_at, clicked_at, unsubscribed_at, dismissed_at,
               last_event_at
             from delivery where run_id = $1 and seq <= 3 order by seq`,
              [runId],
            )
          ).rows
        expect(await rows(mixed)).toEqual(await rows(straight))
        expect(await runCounts(database, mixed)).toEqual(await runCounts(database, straight))
        const activity = await expectActivityRight(database, { applicationId, runId: mixed })
        expect(await expectActivityRight(database, { applicationId, runId: straight })).toEqual(activity)
      },
    ),
    { numRuns: 15 },
  )
}, 60_000)

test('an open counts once per person, a link with every click', async () => {
  const { runId } = await openRun(database, applicationId)
  await applyEvents(database, [
    event(runId, 1, 'opened'),
    event(runId, 1, 'opened'),
    event(runId, 2, 'opened'),
    event(runId, 1, 'clicked', { linkNo: 0 }),
    event(runId, 1, 'clicked', { linkNo: 0 }),
  ])
  await applyEvents(database, [event(runId, 2, 'opened')])
  expect(await runCounts(database, runId)).toMatchObject({ [ENGAGEMENT.opened]: 2, [ENGAGEMENT.clicked]: 1 })
  const { rows } = await database.pool.query('select clicks from run_link where run_id = $1', [runId])
  expect(rows).toEqual([{ clicks: 2 }])
})

test('whoever dismisses a notification counts once; a click that comes to light later leaves both standing', async () => {
  const { runId } = await openRun(database, applicationId)
  const at = new Date(NOON + 5000)
  await applyEvents(database, [
    event(runId, 1, 'dismissed', { at }),
    event(runId, 1, 'dismissed'),
    event(runId, 2, 'dismissed'),
  ])
  await applyEvents(database, [event(runId, 1, 'clicked'), event(runId, 2, 'dismissed', { at })])
  expect(await runCounts(database, runId)).toMatchObject({ [ENGAGEMENT.dismissed]: 2, [ENGAGEMENT.clicked]: 1 })
  const { rows } = await database.pool.query(
    `select seq, dismissed_at from delivery where run_id = $1 and dismissed_at > '-infinity' order by seq`,
    [runId],
  )
  expect(rows).toEqual([1, 2].map(seq => ({ seq, dismissed_at: new Date(NOON) })))
  expect(await selectDifferences(database.kysely, { applicationId, runId })).toEqual([])
  await database.pool.query(`update delivery set dismissed_at = '-infinity' where run_id = $1 and seq = 2`, [runId])
  expect(await selectDifferences(database.kysely, { applicationId, runId })).toEqual([
    { state: ENGAGEMENT.dismissed, n: -1 },
  ])
})

test('what a machine opens is stored and counts for nothing', async () => {
  const { runId } = await openRun(database, applicationId)
  expect(await applyEvents(database, [event(runId, 1, 'opened', { bot: true })])).toBe(1)
  expect(await runCounts(database, runId)).toEqual({ [STATE.pending]: 20 })
  expect((await delivery(runId, 1)).opened).toBe(false)
})

test('events of deliveries that do not exist are ignored', async () => {
  const { runId } = await openRun(database, applicationId)
  expect(await applyEvents(database, [event(runId, 999, 'opened')])).toBe(0)
})

test('whoever unsubscribes is left alone, as a contact and as an address, until they come back', async () => {
  const { runId } = await openRun(database, applicationId)
  const { contact_id, address } = await delivery(runId, 4)
  const consent = async () =>
    (await database.pool.query('select status from consent where contact_id = $1', [contact_id])).rows
  const suppression = async () =>
    (await database.pool.query('select reason from suppression where address_key = $1', [address])).rows
  await applyEvents(database, [event(runId, 4, 'unsubscribed')])
  expect(await consent()).toEqual([{ status: 'unsubscribed' }])
  expect(await suppression()).toEqual([{ reason: 'unsubscribe' }])
  await applyEvents(database, [event(runId, 4, 'resubscribed', { at: new Date(NOON + 60_000) })])
  expect(await consent()).toEqual([{ status: 'subscribed' }])
  expect(await suppression()).toEqual([])
  // Comes late, and was before the return.
  await applyEvents(database, [event(runId, 4, 'unsubscribed', { at: new Date(NOON + 1000) })])
  expect(await consent()).toEqual([{ status: 'subscribed' }])
  expect(await suppression()).toEqual([])
})

test('a bounce for good and a complaint suppress the address', async () => {
  const { runId } = await openRun(database, applicationId)
  await applyEvents(database, [
    event(runId, 5, 'bounced', { isPermanent: true, source: 'provider', detail: { diagnostic: '550 no such user' } }),
    event(runId, 6, 'bounced', { source: 'provider' }),
    event(runId, 7, 'complained', { source: 'provider' }),
  ])
  expect(await runCounts(database, runId)).toMatchObject({
    [STATE.bounced]: 2,
    [STATE.complained]: 1,
    [STATE.pending]: 17,
  })
  const reasons = []
  for (const seq of [5, 6, 7]) {
    const { address } = await delivery(runId, seq)
    const { rows } = await database.pool.query<{ reason: string; detail: string | null }>(
      'select reason, detail from suppression where address_key = $1',
      [address],
    )
    reasons.push(rows[0])
  }
  expect(reasons).toEqual([
    { reason: 'hard_bounce', detail: '550 no such user' },
    undefined,
    { reason: 'complaint', detail: null },
  ])
})

test('a dead mail address is suppressed also where contacts have subscribed their browsers', async () => {
  const { applicationId: other } = await createApplication(database, { contacts: 20, port: 1 })
  await database.pool.query(
    `insert into device (application_id, device_id, contact_id, channel, platform, endpoint, created_at, last_seen_at)
     select application_id, gen_random_uuid(), contact_id, 'webpush', 'web', 'https://push.example/' || contact_id, now(), now()
     from contact where application_id = $1`,
    [other],
  )
  const { runId } = await openRun(database, other)
  await applyEvents(database, [
    { ...event(runId, 1, 'bounced', { source: 'provider', isPermanent: true }), applicationId: other },
  ])
  const { address, state } = await delivery(runId, 1)
  expect(state).toBe(STATE.bounced)
  const { rows } = await database.pool.query(
    `select (select count(*)::int from suppression where application_id = $1 and address_key = $2) as suppressed,
       (select count(*)::int from device where application_id = $1 and retired_at is null) as devices`,
    [other, address],
  )
  expect(rows).toEqual([{ suppressed: 1, devices: 20 }])
})

test('days of activity are kept as bits behind the last one', async () => {
  const { runId } = await openRun(database, applicationId)
  const day = (n: number) => new Date(NOON + n * 86_400_000)
  const { contact_id } = await delivery(runId, 10)
  await database.pool.query('delete from contact_activity where contact_id = $1', [contact_id])
  await applyEvents(database, [event(runId, 10, 'opened', { at: day(3) }), event(runId, 10, 'opened', { at: day(1) })])
  await applyEvents(database, [event(runId, 10, 'opened', { at: day(0) }), event(runId, 10, 'clicked', { at: day(0) })])
  await applyEvents(database, [event(runId, 10, 'opened', { at: day(5) })])
  const { rows } = await database.pool.query(
    `select opened_on::text, opened_days::text, clicked_on::text, clicked_days::text from contact_activity where contact_id = $1`,
    [contact_id],
  )
  expect(rows).toEqual([
    { opened_on: '2026-06-15', opened_days: String(0b110101), clicked_on: '2026-06-10', clicked_days: '1' },
  ])
})
