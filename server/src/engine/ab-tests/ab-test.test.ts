/** Runs that test variants: who gets which, which one wins, and what the other recipients get, whatever happens meanwhile. */
import { expect, test, vi } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { uuidv7Floor } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { startEngine } from '../../testing/engine/workers.ts'
import {
  createApplication,
  deliveryCounts,
  openRun,
  prepareEngine,
  runCounts,
  runRow,
} from '../../testing/engine/world.ts'
import { startMisbehavingSmtp } from '../../testing/channels/misbehaving-smtp.ts'
import { bestOf, chooseWinner, decideDueTests, selectFigures, type VariantFigures } from './ab-test.ts'
import { storeFigures } from './ab-test-queries.ts'
import type { NewTest } from './ab-variants.ts'
import { cancelRun, pauseRun, resumeRun } from '../runs/runs.ts'
import { STATE } from '../states.ts'
import { sweep } from '../upkeep/sweep.ts'
import { TUNING } from '../tuning.ts'

const database = await testDatabase()
await prepareEngine(database)
const log = createLog('fatal')
const HOUR_MS = 3_600_000

const html = (word: string): string => `<p>${word} {{ first_name }}</p><a href="https://shop.example/${word}">See</a>`

function subjects(...words: [string, string, ...string[]]): NewTest {
  const [first, ...others] = words.map(subject => ({ content: { subject, html: html('One') }, templateName: null }))
  if (first === undefined) throw new Error('no variant')
  return { part: 'subject', metric: 'opened', share: 20, afterHours: 4, variants: [first, ...others] }
}

async function openTest(
  contacts: number,
  {
    expiresAt = null,
    test: tested = subjects('Red', 'Green', 'Blue'),
  }: { expiresAt?: Date | null; test?: NewTest } = {},
) {
  const { applicationId } = await createApplication(database, { contacts, port: 1 })
  const content = tested.variants[0].content
  const run = await openRun(database, applicationId, { content, test: tested, expiresAt })
  return { applicationId, ...run }
}

const deliveries = async (runId: string) =>
  (
    await database.pool.query<{ seq: number; contact_id: string; variant: number; state: number }>(
      'select seq, contact_id, variant, state from delivery where run_id = $1 order by seq',
      [runId],
    )
  ).rows

const batches = async (runId: string) =>
  (
    await database.pool.query<{ variant: number; from: number; to: number; waits: boolean; done: boolean }>(
      `select variant, seq_from as from, seq_to as to, due_at = 'infinity' as waits, done from batch where run_id = $1 order by no`,
      [runId],
    )
  ).rows

const winnerOf = async (runId: string) =>
  (
    await database.pool.query<{ winner: number | null; decided_by: string | null; decide_at: Date }>(
      'select winner, decided_by, decide_at from run_test where run_id = $1',
      [runId],
    )
  ).rows[0]

/** As if so many of each variant had left and been opened; their batches are done. */
async function sentOut(runId: string, opened: number[], options: { unsubscribed?: number[]; clicked?: number[] } = {}) {
  await database.pool.query(
    `update delivery d set state = ${STATE.sent}, sent_at = now(),
       opened_at = case when n <= ($2::int[])[variant] then now() else '-infinity'::timestamptz end,
       clicked_at = case when n <= ($3::int[])[variant] then now() else '-infinity'::timestamptz end,
       unsubscribed_at = case when n <= ($4::int[])[variant] then now() else '-infinity'::timestamptz end
     from (select seq, row_number() over (partition by variant order by seq) as n from delivery where run_id = $1) r
     where d.run_id = $1 and d.seq = r.seq and variant > 0`,
    [runId, opened, options.clicked ?? [], options.unsubscribed ?? []],
  )
  await database.pool.query('update batch set done = true where run_id = $1 and variant > 0', [runId])
}

/** The scheduler's look, so many hours from now. */
const decideIn = (hours: number): Promise<number> =>
  decideDueTests({ database, log, clock: { now: () => new Date(Date.now() + hours * HOUR_MS) } })

test('the share of those who can be written to is divided evenly, by chance, and the same whoever asks', async () => {
  const { applicationId } = await createApplication(database, { contacts: 1000, port: 1 })
  await database.pool.query(
    `insert into suppression (application_id, channel, address_key, reason, created_at)
     select $1, 'email', 'person' || i || '@example.test', 'hard_bounce', now() from generate_series(1, 100) i`,
    [applicationId],
  )
  const tested = subjects('Red', 'Green', 'Blue')
  const content = tested.variants[0].content
  const { runId } = await openRun(database, applicationId, { content, test: tested })
  const rows = await deliveries(runId)
  const groups = Map.groupBy(rows, row => row.variant)
  // 20 % of the 900 who can be written to.
  expect([0, 1, 2, 3].map(variant => groups.get(variant)?.length)).toEqual([820, 60, 60, 60])
  expect(rows.map(row => row.seq)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
  expect(await batches(runId)).toEqual([
    ...[0, 20, 40].flatMap(sent =>
      [1, 2, 3].map(variant => {
        const from = (variant - 1) * 60 + sent + 1
        return { variant, from, to: from + 19, waits: false, done: false }
      }),
    ),
    { variant: 0, from: 181, to: 1000, waits: true, done: false },
  ])
  expect(await runCounts(database, runId)).toEqual({ [STATE.pending]: 1000 })
  // By chance: among contacts in their order, the test reaches into every tenth.
  const order = rows.map(row => row.contact_id).toSorted()
  const tenths = new Set(
    rows.filter(row => row.variant > 0).map(row => Math.floor(order.indexOf(row.contact_id) / 100)),
  )
  expect(tenths.size).toBe(10)
  // And the same: the hash alone decides.
  const { rows: again } = await database.pool.query<{ same: boolean }>(
    `select bool_and((place <= 180) = (variant > 0)) as same from (
       select variant, row_number() over (order by uuid_hash_extended(contact_id, hashtextextended($1, 0))) as place
       from delivery d where run_id = $2
         and not exists (select 1 from suppression s where s.application_id = d.application_id and s.address_key = d.address)
     ) x`,
    [runId, runId],
  )
  expect(again).toEqual([{ same: true }])
})

test.each([
  [3, { groups: [1, 1, 1], rest: 0 }],
  [2, { groups: [1, 1, 0], rest: 0 }],
  [7, { groups: [1, 1, 1], rest: 4 }],
])('of %i people each variant has at least one, as long as there are any', async (contacts, { groups, rest }) => {
  const { runId } = await openTest(contacts)
  const rows = await deliveries(runId)
  const of = (variant: number): number => rows.filter(row => row.variant === variant).length
  expect({ groups: [of(1), of(2), of(3)], rest: of(0) }).toEqual({ groups, rest })
})

test('a slow lane sends a piece of each variant in turn', async () => {
  const { applicationId } = await createApplication(database, {
    contacts: 400,
    port: 1,
    settings: { messages_per_second: 4 },
  })
  const tested = { ...subjects('Red', 'Green'), share: 25 }
  const { runId } = await openRun(database, applicationId, { content: tested.variants[0].content, test: tested })
  const due = (await batches(runId)).filter(batch => !batch.waits)
  expect(due.map(batch => batch.variant)).toEqual([1, 2, 1, 2, 1, 2])
})

test('when the time is over the best share of opens wins, once, however many schedulers look', async () => {
  const { runId } = await openTest(300)
  await sentOut(runId, [5, 9, 7])
  expect(await decideIn(3.9)).toBe(0)
  const looks = await Promise.all([decideIn(4.1), decideIn(4.1), decideIn(4.1)])
  expect(looks.reduce((sum, n) => sum + n, 0)).toBe(1)
  expect(await winnerOf(runId)).toMatchObject({ winner: 2, decided_by: null })
  const rest = (await batches(runId)).filter(batch => !batch.done)
  expect(rest).toEqual([{ variant: 2, from: 61, to: 300, waits: false, done: false }])
  expect(await decideIn(5)).toBe(0)
})

const figures = (no: number, part: Partial<VariantFigures> = {}): VariantFigures => ({
  no,
  recipients: 100,
  pending: 0,
  sent: 100,
  opened: 0,
  clicked: 0,
  unsubscribed: 0,
  ...part,
})

test.each([
  ['a share, not a number', [figures(1, { opened: 30 }), figures(2, { sent: 50, opened: 20 })], 2],
  [
    'of equal shares the one that fewer left',
    [figures(1, { opened: 10, unsubscribed: 2 }), figures(2, { opened: 10 })],
    2,
  ],
  ['then the first', [figures(1, { opened: 10 }), figures(2, { opened: 10 })], 1],
  ['shares that are equal in full', [figures(1, { sent: 3, opened: 1 }), figures(2, { sent: 9, opened: 3 })], 1],
  ['never one that could not be sent', [figures(1, { sent: 0 }), figures(2, { unsubscribed: 9 })], 2],
])('the winner is decided by %s', (_, all, winner) => {
  expect(bestOf(all, 'opened')).toBe(winner)
})

test('clicks decide where they are the metric, and what machines opened counts for nothing', async () => {
  const { runId } = await openTest(300, { test: { ...subjects('Red', 'Green', 'Blue'), metric: 'clicked' } })
  await sentOut(runId, [19, 3, 3], { clicked: [1, 2, 3] })
  expect(await decideIn(4.1)).toBe(1)
  expect((await winnerOf(runId))?.winner).toBe(3)
})

test('a variant that has not left yet gets its time first', async () => {
  const { runId } = await openTest(300)
  expect(await decideIn(4.1)).toBe(0)
  const { decide_at: later } = (await winnerOf(runId)) ?? { decide_at: new Date(0) }
  expect(later.getTime()).toBeGreaterThan(Date.now() + 8 * HOUR_MS)
  await sentOut(runId, [1, 0, 0])
  expect(await decideIn(8.2)).toBe(1)
})

test('a paused run decides when it goes on', async () => {
  const { applicationId, runId } = await openTest(300)
  await sentOut(runId, [1, 0, 0])
  await pauseRun(database.kysely, { applicationId, runId })
  expect(await decideIn(5)).toBe(0)
  await resumeRun(database.kysely, { applicationId, runId })
  expect(await decideIn(5)).toBe(1)
})

test('a person decides earlier, and only once', async () => {
  const { applicationId, runId, campaignId } = await openTest(300)
  const by = '01890000-0000-7000-8000-000000000001'
  const choose = (winner: number) =>
    database.kysely
      .transaction()
      .execute(tx => chooseWinner(tx, { applicationId, campaignId }, { winner, by, now: new Date() }))
  expect(await choose(4)).toEqual({ result: 'unknown_variant' })
  const results = await Promise.all([choose(3), choose(3), choose(3)])
  expect(results.map(each => each.result).toSorted()).toEqual(['chosen', 'decided', 'decided'])
  expect(await winnerOf(runId)).toMatchObject({ winner: 3, decided_by: by })
  expect((await batches(runId)).at(-1)).toMatchObject({ variant: 3, waits: false })
  expect(await decideIn(5)).toBe(0)
})

const swept = (hours = 0) =>
  sweep({ database, log, tuning: TUNING, shard: 0, clock: { now: () => new Date(Date.now() + hours * HOUR_MS) } })

test('cancelled before there is a winner, everybody who waits ends as cancelled', async () => {
  const { applicationId, runId, campaignId } = await openTest(300)
  await sentOut(runId, [1, 0, 0])
  await cancelRun(database.kysely, { applicationId, runId })
  await swept()
  expect((await runRow(database, runId)).state).toBe('cancelled')
  expect(await deliveryCounts(database, runId)).toEqual({ [STATE.sent]: 60, [STATE.cancelled]: 240 })
  expect(await decideIn(5)).toBe(0)
  const choice = { winner: 1, by: campaignId, now: new Date() }
  expect(await chooseWinner(database.kysely, { applicationId, campaignId }, choice)).toEqual({ result: 'over' })
})

test('over before there is a winner, everybody who waits ends as expired', async () => {
  const { runId } = await openTest(300, { expiresAt: new Date(Date.now() + 2 * HOUR_MS) })
  await sentOut(runId, [1, 0, 0])
  expect(await decideIn(5)).toBe(0)
  await swept(3)
  expect((await runRow(database, runId)).state).toBe('done')
  expect(await deliveryCounts(database, runId)).toEqual({ [STATE.sent]: 60, [STATE.expired]: 240 })
})

test('each gets one mail: of their variant, or the winner after the test, through a restart and second attempts', async () => {
  const tried = new Set<string>()
  const server = await startMisbehavingSmtp({
    rcpt: (_, line) => {
      const isFirst = !tried.has(line)
      tried.add(line)
      return isFirst && line.includes('5@') ? '450 4.2.0 come back later' : '250 2.1.5 ok'
    },
  })
  const { mails } = server
  const { applicationId } = await createApplication(database, { contacts: 120, port: server.port })
  const tested: NewTest = {
    ...subjects('Red', 'Green'),
    part: 'content',
    share: 50,
    variants: [
      { content: { subject: 'Red', html: html('Apples') }, templateName: null },
      { content: { subject: 'Green', html: html('Pears') }, templateName: 'Fruit' },
    ],
  }
  const tuning = { sweepMs: 100, pollMs: 50, backoffMs: [50] }
  const engine = await startEngine(database, { tuning })
  const { runId, campaignId } = await openRun(database, applicationId, {
    content: tested.variants[0].content,
    test: tested,
  })
  await vi.waitFor(() => expect(mails).toHaveLength(60), { timeout: 20_000, interval: 30 })
  await engine.stop()
  await startEngine(database, { tuning, workers: 2 })
  expect((await runRow(database, runId)).state).toBe('executing')
  const choice = { winner: 2, by: campaignId, now: new Date() }
  await database.kysely.transaction().execute(tx => chooseWinner(tx, { applicationId, campaignId }, choice))
  await vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe('done'), {
    timeout: 20_000,
    interval: 30,
  })
  expect(new Set(mails.map(mail => mail.to)).size).toBe(120)
  expect(mails).toHaveLength(120)
  // Lines are broken in the midst of a text, with a sign that says so (RFC 2045 section 6.7).
  const texts = mails.map(mail => mail.content.replaceAll('=\r\n', ''))
  const has = (word: string) => texts.filter(text => text.includes(word)).length
  expect([has('Subject: Red'), has('Subject: Green')]).toEqual([30, 90])
  expect([has('Apples Name'), has('Pears Name')]).toEqual([30, 90])
  const links = await database.pool.query('select no, url from run_link where run_id = $1 order by no', [runId])
  expect(links.rows).toEqual([
    { no: 0, url: 'https://shop.example/Apples' },
    { no: 1, url: 'https://shop.example/Pears' },
  ])
  await server.close()
}, 60_000)

test('quiet hours hold both phases back, and whoever waits for their end keeps the variant', async () => {
  const server = await startMisbehavingSmtp()
  const { applicationId } = await createApplication(database, { contacts: 40, port: server.port })
  await startEngine(database, { tuning: { sweepMs: 100, pollMs: 50 } })
  const second = Math.floor(Date.now() / 1000)
  const quiet = { from: (second - 3600) % 86_400, to: (second + 7200) % 86_400 }
  const tested = { ...subjects('Red', 'Green'), share: 50 }
  const content = tested.variants[0].content
  const clock = { zone: 'UTC', moment: null, quiet }
  const { runId, campaignId } = await openRun(database, applicationId, { content, test: tested, clock })
  const waiting = async () =>
    (
      await database.pool.query<{ variant: number; n: number }>(
        `select variant, sum(cardinality(seqs))::int as n from batch
         where run_id = $1 and seqs is not null and not done group by variant order by variant`,
        [runId],
      )
    ).rows
  const wait = { timeout: 20_000, interval: 30 }
  await vi.waitFor(
    async () =>
      expect(await waiting()).toEqual([
        { variant: 1, n: 10 },
        { variant: 2, n: 10 },
      ]),
    wait,
  )
  expect(await decideIn(4.1)).toBe(0)
  const choice = { winner: 2, by: campaignId, now: new Date() }
  await database.kysely.transaction().execute(tx => chooseWinner(tx, { applicationId, campaignId }, choice))
  await vi.waitFor(
    async () =>
      expect(await waiting()).toEqual([
        { variant: 1, n: 10 },
        { variant: 2, n: 30 },
      ]),
    wait,
  )
  expect(server.mails).toHaveLength(0)
  await server.close()
}, 60_000)

test('what the variants came to stays when the deliveries are gone', async () => {
  const { applicationId, runId } = await openTest(300)
  await sentOut(runId, [5, 9, 7])
  const before = await selectFigures(database.kysely, { applicationId, runId })
  expect(before.map(each => [each.sent, each.opened])).toEqual([
    [20, 5],
    [20, 9],
    [20, 7],
  ])
  await storeFigures(database.kysely, { from: runId, before: uuidv7Floor(new Date(Date.now() + HOUR_MS)) })
  await database.pool.query('delete from delivery where run_id = $1', [runId])
  expect(await selectFigures(database.kysely, { applicationId, runId })).toEqual(before)
})
