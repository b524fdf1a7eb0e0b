/** Counters that are compared with what they count, and made right again. */
import { beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../../lib/log.ts'
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
import { endRun, sentRun } from '../../testing/engine/sent-run.ts'
import { startSmtpSink } from '../../testing/channels/smtp-sink.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { selectRecounted } from './counter-queries.ts'
import { checkCounters, rebuildCounters, recountAll } from './counters.ts'
import { ENGAGEMENT, EVENT, STATE } from '../states.ts'
import { eraseRecipient } from './erase-queries.ts'

const DAY_MS = 86_400_000
const RIGHT = { quarters: 0, details: 0, segments: 0 }
const SENT = { kind: 'sent', answer: '250 ok' } as const

const database = await testDatabase()
const logLines: string[] = []
const log = createLog('info', { write: line => void logLines.push(line) })
const deps = { database, log, clock: { now: () => new Date(Date.now() + 60_000) } }
const applicationId = uuidv7()

beforeAll(() => prepareEngine(database))

async function offOf(runId: string): Promise<number | undefined> {
  const { rows } = await database.pool.query<{ off: number }>('select counters_off as off from run where run_id = $1', [
    runId,
  ])
  return rows[0]?.off
}

test('a check finds counters that are off, a rebuild makes them right, and the next check agrees', async () => {
  const { runId } = await sentRun(database, applicationId, {
    contacts: 5,
    outcome: seq => (seq === 5 ? undefined : SENT),
  })
  await database.pool.query('update delivery set opened_at = now() where run_id = $1 and seq <= 2', [runId])
  await database.pool.query(
    `insert into run_counter (application_id, run_id, shard, state, n) values ($1, $2, 32, ${ENGAGEMENT.opened}, 2)`,
    [applicationId, runId],
  )
  await endRun(database, runId)
  // The opens above came past the events.
  await checkCounters(deps)
  expect(await offOf(runId)).toBe(2)
  expect(logLines.some(line => line.includes(runId) && line.includes('activity of a run is off'))).toBe(true)
  await rebuildCounters(deps, { applicationId, runId })
  await database.pool.query('update run set counters_checked_at = null where run_id = $1', [runId])
  await checkCounters(deps)
  expect(await offOf(runId)).toBe(0)

  await database.pool.query(
    `update run_counter set n = n + case state when ${STATE.sent} then -3 else 1 end where run_id = $1 and n > 0`,
    [runId],
  )
  await database.pool.query('update run set counters_checked_at = null where run_id = $1', [runId])
  expect(await checkCounters(deps)).toBe(1)
  expect(await offOf(runId)).toBe(3)
  expect(logLines.some(line => line.includes(runId) && line.includes('are off'))).toBe(true)

  expect((await rebuildCounters(deps, { applicationId, runId })).counters).toMatchObject({ sent: 3, opened: -1 })
  expect(await runCounts(database, runId)).toEqual({ [STATE.pending]: 1, [STATE.sent]: 4, [ENGAGEMENT.opened]: 2 })
  expect(await offOf(runId)).toBe(0)
  expect(await rebuildCounters(deps, { applicationId, runId })).toEqual({ counters: {}, activity: RIGHT })
})

test('a rebuild counts what text messages are billed as from what left, by country', async () => {
  const ours = uuidv7()
  const { runId } = await sentRun(database, ours, {
    outcome: seq =>
      seq === 3 ? { kind: 'bounced', reason: 'mailbox_missing', suppress: false, answer: '', code: '550' } : SENT,
  })
  await database.pool.query("update run set channel = 'sms' where run_id = $1", [runId])
  await database.pool.query('update attempt set code = seq where run_id = $1', [runId])
  await database.pool.query(
    `update delivery set address = case seq when 1 then '+14155550100' else '+447911123456' end where run_id = $1`,
    [runId],
  )
  const billed = async () => {
    const { rows } = await database.pool.query<{ quarter: Date; code: string; segments: number }>(
      `select quarter, calling_code as code, sum(segments)::int as segments from sms_quarter where run_id = $1
       group by quarter, calling_code having sum(segments) <> 0 order by calling_code`,
      [runId],
    )
    return rows
  }
  await database.pool.query(
    "insert into sms_quarter (application_id, quarter, run_id, shard, segments) values ($1, '2026-01-01T12:15Z', $2, 0, 40)",
    [ours, runId],
  )
  await rebuildCounters(deps, { applicationId: ours, runId })
  const right = await billed()
  expect(right).toMatchObject([
    { code: '1', segments: 1 },
    { code: '44', segments: 2 },
  ])
  expect(Date.now() - (right[0]?.quarter.getTime() ?? 0)).toBeLessThan(DAY_MS)
  await rebuildCounters(deps, { applicationId: ours, runId })
  expect(await billed()).toEqual(right)
})

async function compare(runId: string): Promise<number | undefined> {
  await database.pool.query('update run set counters_checked_at = null where run_id = $1', [runId])
  await checkCounters(deps)
  return offOf(runId)
}

/** A run of three emails, the first of which was opened in a browser; ended, and right. */
async function readRun(ours: string, contacts = 3): Promise<string> {
  const { runId } = await sentRun(database, ours, { contacts, messages: 3 })
  await database.pool.query(
    `insert into event (application_id, run_id, event_id, seq, kind, source, at, bot, detail)
     values ($1, $2, $3, 1, ${EVENT.opened}, 'pixel', now(), false, '{"browser": "Firefox", "system": "Linux", "device": "desktop"}')`,
    [ours, runId, uuidv7()],
  )
  await database.pool.query('update delivery set opened_at = now() where run_id = $1 and seq = 1', [runId])
  await endRun(database, runId)
  await rebuildCounters(deps, { applicationId: ours, runId })
  expect(await compare(runId)).toBe(0)
  return runId
}

test.for(['browser', 'system', 'device', 'mailbox', 'reason'])(
  'a check finds a wrong sum by %s, and a rebuild mends it',
  async kind => {
    const ours = uuidv7()
    const runId = await readRun(ours)
    await database.pool.query(
      `insert into activity_detail (application_id, channel, kind, quarter, run_id, name, shard, opened, failed)
       values ($1, 'email', $2, '2026-01-01T12:15Z', $3, 'Chrome', 0, 4, 2)`,
      [ours, kind, runId],
    )
    expect(await compare(runId)).toBe(4)
    expect(logLines.some(line => line.includes(runId) && line.includes('"details":4'))).toBe(true)
    const rebuilt = await rebuildCounters(deps, { applicationId: ours, runId })
    expect(rebuilt).toEqual({ counters: {}, activity: { quarters: 0, details: 4, segments: 0 } })
    expect(await compare(runId)).toBe(0)
  },
)

test.for(['hard_bounced', 'influenced', 'unsubscribed', 'failed'])(
  'a check finds a wrong sum of %s, and a rebuild mends it',
  async column => {
    const ours = uuidv7()
    const runId = await readRun(ours)
    await database.pool.query(`update activity_quarter set ${column} = ${column} + 3 where run_id = $1`, [runId])
    const off = await compare(runId)
    expect(off).toBeGreaterThanOrEqual(3)
    const rebuilt = await rebuildCounters(deps, { applicationId: ours, runId })
    expect(rebuilt.activity).toEqual({ ...RIGHT, quarters: off })
    expect(await compare(runId)).toBe(0)
  },
)

test('a check finds wrong segments of text messages', async () => {
  const ours = uuidv7()
  const { runId } = await sentRun(database, ours)
  await database.pool.query("update run set channel = 'sms' where run_id = $1", [runId])
  await database.pool.query("update delivery set address = '+14155550100' where run_id = $1", [runId])
  await database.pool.query('update attempt set code = 2 where run_id = $1', [runId])
  await database.pool.query('delete from activity_detail where run_id = $1', [runId])
  await endRun(database, runId)
  expect(await compare(runId)).toBe(6)
  expect((await rebuildCounters(deps, { applicationId: ours, runId })).activity).toEqual({ ...RIGHT, segments: 6 })
  expect(await compare(runId)).toBe(0)
  // The same number under another country is wrong as well.
  await database.pool.query("update sms_quarter set calling_code = '44' where run_id = $1", [runId])
  expect(await compare(runId)).toBe(6)
})

test('a recount compares every run of an application, whether it is listed or not, and corrects those that differ', async () => {
  const ours = uuidv7()
  const runs = [await readRun(ours), await readRun(ours, 0), await readRun(ours, 0)]
  const [wrong, expired] = runs
  await database.pool.query('update activity_detail set opened = opened + 2 where kind = $2 and run_id = any($1)', [
    [wrong, expired],
    'browser',
  ])
  await database.pool.query('update run set details_removed_at = now() where run_id = $1', [expired])
  const found: [string, object][] = []
  const onWrong = (run: { runId: string }, { activity }: { activity: object }): void =>
    void found.push([run.runId, activity])
  expect(await recountAll(deps, { applicationId: ours, onWrong })).toBe(2)
  expect(found).toEqual([[wrong, { ...RIGHT, details: 2 }]])
  expect(await recountAll(deps, { applicationId: null, onWrong })).toBeGreaterThan(2)
  expect(await selectRecounted(database.kysely, ours, null)).toEqual([ours])
  expect(await selectRecounted(database.kysely, ours, expired ?? '')).toEqual([])
})

test('what an erased person did stays in the sums, and is no difference', async () => {
  const ours = uuidv7()
  const runId = await readRun(ours)
  const { rows } = await database.pool.query<{ contact: string }>(
    'select contact_id as contact from delivery where run_id = $1 and seq = 1',
    [runId],
  )
  await eraseRecipient(database.kysely, ours, rows[0]?.contact ?? '', [])
  expect(await compare(runId)).toBe(0)
  const firefox = async () =>
    (
      await database.pool.query(
        "select sum(opened)::int as n from activity_detail where run_id = $1 and name = 'Firefox'",
        [runId],
      )
    ).rows
  await rebuildCounters(deps, { applicationId: ours, runId })
  expect(await firefox()).toEqual([{ n: 1 }])
  await database.pool.query("update activity_detail set opened = opened + 3 where run_id = $1 and name = 'Firefox'", [
    runId,
  ])
  expect(await compare(runId)).toBe(3)
})

test('a run is compared after its end and a week later, not more often', async () => {
  const { runId } = await sentRun(database, uuidv7())
  await endRun(database, runId)
  await checkCounters(deps)
  expect(await checkCounters(deps)).toBe(0)
  await database.pool.query(
    `update run set ended_at = ended_at - interval '8 days', counters_checked_at = counters_checked_at - interval '8 days'
     where run_id = $1`,
    [runId],
  )
  expect(await checkCounters(deps)).toBe(1)
  expect(await checkCounters(deps)).toBe(0)
  expect(await checkCounters({ ...deps, clock: { now: () => new Date(Date.now() + 30 * DAY_MS) } })).toBe(0)
})

test('rebuilding again and again while a run is being sent changes nothing that is right and mends what is not', async () => {
  const sink = await startSmtpSink()
  const { applicationId: ours } = await createApplication(database, { contacts: 4000, port: sink.port })
  await startEngine(database, { workers: 2, tuning: { sweepMs: 100, pollMs: 50 } })
  const { runId } = await openRun(database, ours)
  await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(200), { timeout: 20_000, interval: 10 })
  await database.pool.query(
    `insert into run_counter (application_id, run_id, shard, state, n) values ($1, $2, 40, ${STATE.sent}, 77)`,
    [ours, runId],
  )
  const first = await rebuildCounters(deps, { applicationId: ours, runId })
  expect(first).toEqual({ counters: { sent: -77 }, activity: RIGHT })
  let rebuilds = 0
  while ((await runRow(database, runId)).state !== 'done') {
    const [one, two] = await Promise.all([
      rebuildCounters(deps, { applicationId: ours, runId }),
      rebuildCounters(deps, { applicationId: ours, runId }),
    ])
    expect([one.counters, two.counters]).toEqual([{}, {}])
    rebuilds++
  }
  expect(rebuilds).toBeGreaterThan(0)
  expect(await deliveryCounts(database, runId)).toEqual({ [STATE.sent]: 4000 })
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 4000 })
  await sink.close()
}, 60_000)
