/** Runs that follow their recipients' clocks, with workers on a clock that the test moves. */
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ensureLeaves } from '../db/partitions.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { testDatabase } from '../testing/database.ts'
import { dataFolder } from '../testing/engine/workers.ts'
import { createApplication, MASTER_SECRET, prepareEngine, runCounts, runRow } from '../testing/engine/world.ts'
import { startSmtpSink } from '../testing/channels/smtp-sink.ts'
import { applyEvents, type DeliveryEvent } from './events/apply-events.ts'
import { prepareRun } from './snapshot/prepare-run.ts'
import { momentOf, placedAt, type RunClock, type RunMoment, zoneOf } from './snapshot/recipient-clock.ts'
import { reasonNumber } from './reasons.ts'
import { cancelRun, createRun, pauseRun, resumeRun } from './runs/runs.ts'
import { STATE } from './states.ts'
import { startWorker } from './worker.ts'
import { NO_PROVIDERS } from '../testing/channels/provider-urls.ts'

const database = await testDatabase()
await prepareEngine(database)

const HOUR = 3600
const NIGHT = { from: 22 * HOUR, to: 8 * HOUR }
const CLOCKS = [
  { timezone: 'Pacific/Kiritimati', timezone_offset: null },
  { timezone: 'Asia/Kolkata', timezone_offset: -3600 },
  { timezone: null, timezone_offset: 20_700 },
  { timezone: 'Mars/Base', timezone_offset: null },
  { timezone: null, timezone_offset: null },
  { timezone: 'America/New_York', timezone_offset: null },
]
const APPLICATION_ZONE = 'Europe/Madrid'

/** People, as many on each of the clocks. */
async function people(port: number, perClock: number, clocks: readonly object[] = CLOCKS): Promise<string> {
  const { applicationId } = await createApplication(database, { contacts: perClock * clocks.length, port })
  await database.pool.query(
    `update contact c set timezone = k.timezone, timezone_offset = k.timezone_offset
     from jsonb_to_recordset($2::jsonb) as k(no int, timezone text, timezone_offset int)
     where c.application_id = $1 and substring(c.email_key from '\\d+')::int % $3::int = k.no`,
    [applicationId, JSON.stringify(clocks.map((clock, no) => ({ no, ...clock }))), clocks.length],
  )
  return applicationId
}

interface Given {
  moment?: RunMoment | null
  quiet?: RunClock['quiet']
  now: Date
  expiresAt?: Date | null
}

async function openRun(applicationId: string, { moment = null, quiet = null, now, expiresAt = null }: Given) {
  const { runId } = await database.kysely.transaction().execute(tx =>
    createRun(
      tx,
      {
        applicationId,
        campaignId: uuidv7(),
        channel: 'email',
        name: 'On their clocks',
        content: { subject: 'Hello', html: '<p>Hello</p>' },
        audience: { all: true, segment_uuids: [], exclude_segment_uuids: [] },
        timezone: APPLICATION_ZONE,
        opensAt: now,
        expiresAt,
        startedBy: null,
        clock: { zone: APPLICATION_ZONE, moment, quiet },
      },
      now,
    ),
  )
  await ensureLeaves(database, now, { monthsBack: 0, monthsAhead: 0 })
  await database.kysely.transaction().execute(tx => prepareRun(tx, applicationId, runId, now))
  return runId
}

interface Row {
  seq: number
  state: number
  reason: number
  sentAt: Date | null
  contactId: string
  timezone: string | null
  timezone_offset: number | null
  /** Of the batches that hold it and are not done; there is one at most. */
  due: Date[]
}

async function rowsOf(runId: string): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(
    `select d.seq, d.state, d.reason, nullif(d.sent_at, '-infinity') as "sentAt", d.contact_id as "contactId",
       c.timezone, c.timezone_offset,
       array(select b.due_at from batch b where b.application_id = d.application_id and b.run_id = d.run_id and not b.done
         and (d.seq between b.seq_from and b.seq_to or d.seq = any (b.seqs))) as due
     from delivery d join contact c on c.application_id = d.application_id and c.contact_id = d.contact_id
     where d.run_id = $1 order by d.seq`,
    [runId],
  )
  return rows
}

const momentIn = (moment: RunMoment, row: Row, hour: number | null = null) =>
  momentOf(moment, zoneOf(row, APPLICATION_ZONE), hour)

function movingClock(at: Date) {
  let time = at
  return { now: () => time, moveTo: (next: Date) => void (time = next) }
}

async function work(clock: { now: () => Date }) {
  const worker = await startWorker(
    {
      workerId: uuidv7(),
      hostId: uuidv7(),
      connectionString: database.connectionString,
      masterSecret: MASTER_SECRET,
      journalsDir: dataFolder(),
      publicUrl: 'https://notifly.example',
      bounceDomain: null,
      hostname: 'localhost',
      allowPrivateTargets: true,
      providerUrls: NO_PROVIDERS,
      pushOrigins: [],
      logLevel: 'fatal',
      tuning: { sweepMs: 100, pollMs: 30 },
    },
    { clock },
  )
  let isRunning = true
  const stop = async () => {
    if (isRunning) await worker.stop()
    isRunning = false
  }
  onTestFinished(stop)
  return { stop }
}

const PATIENCE = { timeout: 20_000, interval: 30 }
const sent = async (runId: string) => (await runCounts(database, runId))[STATE.sent] ?? 0
const untilSent = (runId: string, n: number) => vi.waitFor(async () => expect(await sent(runId)).toBe(n), PATIENCE)
const inState = (runId: string, state: string) =>
  vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe(state), PATIENCE)

const NINE: RunMoment = { kind: 'time', day: '2026-11-24', seconds: 9.5 * HOUR }

test('everybody gets it at their own time, once, through a pause and another worker', async () => {
  const sink = await startSmtpSink({ record: true })
  const applicationId = await people(sink.port, 4)
  const clock = movingClock(new Date('2026-11-23T19:30:00Z'))
  const runId = await openRun(applicationId, { moment: NINE, now: clock.now() })
  const moments = new Map<number, number>()
  for (const row of await rowsOf(runId)) {
    const at = momentIn(NINE, row)
    expect(row.due).toEqual([new Date(at * 1000)])
    moments.set(at, (moments.get(at) ?? 0) + 1)
  }
  // Two of the clocks are the application's.
  expect([...moments.values()]).toEqual([4, 4, 4, 8, 4])
  let worker = await work(clock)
  let done = 0
  for (const [step, at] of [...moments.keys()].entries()) {
    if (step === 2) {
      await worker.stop()
      await pauseRun(database.kysely, { applicationId, runId })
    }
    clock.moveTo(new Date(at * 1000))
    if (step === 2) {
      worker = await work(clock)
      clock.moveTo(new Date((at + 600) * 1000))
      await resumeRun(database.kysely, { applicationId, runId })
    }
    done += moments.get(at) ?? 0
    await untilSent(runId, done)
  }
  await inState(runId, 'done')
  for (const row of await rowsOf(runId)) {
    const late = (row.sentAt?.getTime() ?? 0) / 1000 - momentIn(NINE, row)
    expect([0, 600]).toContain(late)
  }
  expect(Object.values(sink.report().recipients)).toEqual(Array(24).fill(1))
  await sink.close()
}, 60_000)

test('whoever is in their quiet hours waits for their end, without a mark; a run that ends before leaves them out', async () => {
  const sink = await startSmtpSink({ record: true })
  const applicationId = await people(sink.port, 3)
  // 21:00 in Madrid, 01:30 in Kolkata, 01:45 at +05:45, 10:00 in Kiritimati, 15:00 in New York.
  const clock = movingClock(new Date('2026-11-24T20:00:00Z'))
  const runId = await openRun(applicationId, { quiet: NIGHT, now: clock.now() })
  const ending = await openRun(applicationId, {
    quiet: NIGHT,
    now: clock.now(),
    expiresAt: new Date('2026-11-25T02:20:00Z'),
  })
  await work(clock)
  await untilSent(runId, 12)
  await untilSent(ending, 12)
  await vi.waitFor(async () => {
    const waiting = (await rowsOf(runId)).filter(row => row.state === STATE.pending)
    expect(waiting.map(row => row.due.map(due => due.toISOString()))).toEqual([
      ...Array<string[]>(6).fill(expect.any(Array) as unknown as string[]),
    ])
    for (const { due, timezone } of waiting) {
      expect(due).toEqual([new Date(timezone === null ? '2026-11-25T02:15:00Z' : '2026-11-25T02:30:00Z')])
    }
  }, PATIENCE)
  const left = (await rowsOf(ending)).filter(row => row.state === STATE.expired)
  expect(left.map(row => [row.timezone, row.reason])).toEqual(
    Array(3).fill(['Asia/Kolkata', reasonNumber('quiet_past_end')]),
  )
  clock.moveTo(new Date('2026-11-25T02:15:00Z'))
  await untilSent(runId, 15)
  await inState(ending, 'done')
  clock.moveTo(new Date('2026-11-25T02:30:00Z'))
  await inState(runId, 'done')
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 18 })
  expect(await runCounts(database, ending)).toEqual({ [STATE.sent]: 15, [STATE.expired]: 3 })
  expect(Object.values(sink.report().recipients).filter(n => n > 2)).toEqual([])
  await sink.close()
}, 60_000)

test('cancelled, a run whose moments are still to come ends at once', async () => {
  const applicationId = await people(1, 2)
  const clock = movingClock(new Date('2026-11-23T19:00:00Z'))
  const runId = await openRun(applicationId, { moment: NINE, now: clock.now() })
  await work(clock)
  expect((await runRow(database, runId)).state).toBe('executing')
  await cancelRun(database.kysely, { applicationId, runId })
  const began = performance.now()
  await inState(runId, 'cancelled')
  expect(performance.now() - began).toBeLessThan(2000)
  expect(await runCounts(database, runId)).toEqual({ [STATE.cancelled]: 12 })
}, 30_000)

const OFFSETS = [14, 12.75, 10.5, 5.5, 0, -3.5, -9.5, -12].map(hours => ({
  timezone: null,
  timezone_offset: hours * HOUR,
}))

test('for every run: each person stands in one batch at their own moment, or has ended with the reason', async () => {
  const applicationId = await people(1, 3, [...CLOCKS, ...OFFSETS])
  const second = fc.integer({ min: Date.UTC(2027, 2, 25) / 1000, max: Date.UTC(2027, 2, 31) / 1000 })
  const away = fc.integer({ min: -3 * 24 * HOUR, max: 3 * 24 * HOUR })
  const property = fc.asyncProperty(
    second,
    fc.integer({ min: 0, max: 95 }),
    away,
    fc.option(away),
    async (near, quarter, late, end) => {
      const day = new Date(near * 1000).toISOString().slice(0, 10)
      const moment: RunMoment = { kind: 'time', day, seconds: quarter * 900 }
      const now = near + late
      const expiresAt = end === null ? null : near + end
      const runId = await openRun(applicationId, {
        moment,
        now: new Date(now * 1000),
        expiresAt: expiresAt === null ? null : new Date(expiresAt * 1000),
      })
      const rows = await rowsOf(runId)
      expect(rows).toHaveLength(42)
      expect(new Set(rows.map(row => row.contactId)).size).toBe(42)
      for (const row of rows) {
        const own = { zone: zoneOf(row, APPLICATION_ZONE), hour: null }
        const placed = placedAt({ zone: APPLICATION_ZONE, moment, quiet: null }, own, { now, expiresAt })
        expect([row.state, row.reason, row.due]).toEqual(
          'dueAt' in placed
            ? [STATE.pending, 0, [new Date(placed.dueAt * 1000)]]
            : [STATE.expired, reasonNumber(placed.ends), []],
        )
      }
      const order = rows.filter(row => row.state === STATE.pending).map(row => row.due[0]?.getTime() ?? 0)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      const expired = rows.filter(row => row.state === STATE.expired).length
      const counts = { [STATE.pending]: 42 - expired, [STATE.expired]: expired }
      expect(await runCounts(database, runId)).toEqual(
        Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0)),
      )
    },
  )
  await fc.assert(property, { numRuns: 12 })
}, 60_000)

test('intelligent delivery takes the hour at which each reads, else that of all readers, else the begin', async () => {
  const applicationId = await people(1, 2)
  const now = new Date('2026-11-23T10:00:00Z')
  const moment: RunMoment = { kind: 'bestHourOfDay', day: '2026-11-24' }
  const earlier = await openRun(applicationId, { moment, now })
  const rows = await rowsOf(earlier)
  for (const row of rows) expect(row.due).toEqual([new Date(momentIn(moment, row, null) * 1000)])
  const reader = rows.find(row => row.timezone === 'Asia/Kolkata')
  const robot = rows.find(row => row.timezone === 'America/New_York')
  const event = (seq: number, at: string, bot: boolean): DeliveryEvent => ({
    applicationId,
    runId: earlier,
    seq,
    kind: 'opened',
    at: new Date(at),
    source: 'recipient',
    bot,
  })
  // 12:40 UTC is ten past six in the evening in Kolkata.
  const days = ['2026-11-19', '2026-11-20', '2026-11-21']
  await applyEvents(
    database,
    days.flatMap(day => [
      event(reader?.seq ?? 0, `${day}T12:40:00Z`, false),
      event(robot?.seq ?? 0, `${day}T12:40:00Z`, true),
    ]),
  )
  const once = event(rows[0]?.seq ?? 0, '2026-11-22T03:00:00Z', false)
  await applyEvents(database, [once])
  const { rows: hours } = await database.pool.query(
    'select contact_id, best from contact_hours where application_id = $1 order by total desc',
    [applicationId],
  )
  expect(hours).toEqual([
    { contact_id: reader?.contactId, best: 18 },
    { contact_id: rows[0]?.contactId, best: 17 },
  ])
  const later = await openRun(applicationId, { moment, now })
  // One open makes no habit: all but the reader get it at the readers' hour, which is the reader's.
  for (const row of await rowsOf(later)) expect(row.due).toEqual([new Date(momentIn(moment, row, 18) * 1000)])
  await database.pool.query('delete from application_hours where application_id = $1', [applicationId])
  const last = await openRun(applicationId, { moment, now })
  for (const row of await rowsOf(last)) {
    const hour = row.contactId === reader?.contactId ? 18 : null
    expect(row.due).toEqual([new Date(Math.max(momentIn(moment, row, hour), now.getTime() / 1000) * 1000)])
  }
})
