/** Frequency caps: no contact gets more than the application allows, however many runs send at once, and only messages count. */
import type { FrequencyCap } from '@notifly/contracts/applications/applications'
import { expect, test, vi } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { startEngine } from '../../testing/engine/workers.ts'
import { createApplication, openRun, prepareEngine, runCounts, runRow } from '../../testing/engine/world.ts'
import { startMisbehavingSmtp } from '../../testing/channels/misbehaving-smtp.ts'
import { startSmtpSink } from '../../testing/channels/smtp-sink.ts'
import { releasePlaces, reservePlaces } from './recipient-queries.ts'
import { reasonNumber } from '../reasons.ts'
import { estimateAudience } from '../../people/reach/audience.ts'
import { cancelRun } from '../runs/runs.ts'
import { ATTEMPT, STATE } from '../states.ts'

const database = await testDatabase()
await prepareEngine(database)

const FAST = { sweepMs: 50, pollMs: 50, backoffMs: [50, 50, 50, 50, 50] }
const ONE_A_DAY = { messages: 1, hours: 24 }

async function cappedApplication(
  cap: FrequencyCap,
  options: Parameters<typeof createApplication>[1],
): Promise<{ applicationId: string }> {
  const { applicationId } = await createApplication(database, options)
  await database.pool.query(
    `with owner as (
       insert into organization (organization_id, name, strength, language, created_at, updated_at)
       values ($1, 'Shops', '1-10', 'en', now(), now()) returning organization_id
     )
     insert into application (application_id, organization_id, name, timezone, frequency_cap, created_at, updated_at)
     select $2, organization_id, 'Shop', 'UTC', $3, now(), now() from owner`,
    [uuidv7(), applicationId, { email: cap }],
  )
  return { applicationId }
}

const ended = (runId: string, state = 'done') =>
  vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe(state), { timeout: 20_000, interval: 30 })

async function sendTo(applicationId: string): Promise<Record<number, number>> {
  const { runId } = await openRun(database, applicationId)
  await ended(runId)
  return runCounts(database, runId)
}

const ALL = { all: true, segment_uuids: [], exclude_segment_uuids: [] }
const estimate = (applicationId: string) =>
  estimateAudience(database.kysely, { applicationId, channel: 'email', audience: ALL, now: new Date() })

/** As if everything so far had happened that much earlier. */
async function earlier(applicationId: string, interval: string): Promise<void> {
  await database.pool.query(
    `update contact_cap set times = array(select t - $2::interval from unnest(times) t) where application_id = $1`,
    [applicationId, interval],
  )
}

test('of two campaigns at once over several workers each person gets one message, and the other says why not', async () => {
  const sink = await startSmtpSink({ record: true })
  const settings = { messages_per_second: 400, max_connections: 8 }
  const { applicationId } = await cappedApplication(ONE_A_DAY, { contacts: 600, port: sink.port, settings })
  await startEngine(database, { workers: 2, tuning: FAST })
  const runs = await Promise.all([openRun(database, applicationId), openRun(database, applicationId)])
  for (const { runId } of runs) await ended(runId)
  expect(Object.values(sink.report().recipients)).toEqual(Array(600).fill(1))
  const { rows } = await database.pool.query(
    'select state, reason, count(*)::int as n from delivery where application_id = $1 group by 1, 2 order by 1',
    [applicationId],
  )
  expect(rows).toEqual([
    { state: STATE.skipped, reason: reasonNumber('frequency_cap'), n: 600 },
    { state: STATE.sent, reason: 0, n: 600 },
  ])
  await sink.close()
}, 40_000)

const NO_CLOCK = { timezone: null, timezone_offset: null }

test('the hours pass, and who had enough is written to again; the estimate says the same', async () => {
  const sink = await startSmtpSink()
  const { applicationId } = await cappedApplication({ messages: 2, hours: 24 }, { contacts: 5, port: sink.port })
  await startEngine(database, { tuning: FAST })
  expect(await sendTo(applicationId)).toEqual({ [STATE.sent]: 5 })
  await earlier(applicationId, '20 hours')
  expect(await estimate(applicationId)).toEqual({
    matched: 5,
    recipients: 5,
    skipped: {},
    clocks: [{ ...NO_CLOCK, people: 5 }],
  })
  expect(await sendTo(applicationId)).toEqual({ [STATE.sent]: 5 })
  expect(await estimate(applicationId)).toEqual({
    matched: 5,
    recipients: 0,
    skipped: { frequency_cap: 5 },
    clocks: [],
  })
  expect(await sendTo(applicationId)).toEqual({ [STATE.skipped]: 5 })
  await earlier(applicationId, '5 hours')
  expect(await estimate(applicationId)).toEqual({
    matched: 5,
    recipients: 5,
    skipped: {},
    clocks: [{ ...NO_CLOCK, people: 5 }],
  })
  expect(await sendTo(applicationId)).toEqual({ [STATE.sent]: 5 })
  expect(await sendTo(applicationId)).toEqual({ [STATE.skipped]: 5 })
  await sink.close()
}, 30_000)

test.each(['claimed', 'checked', 'intent', 'answered'] as const)(
  'a worker that dies at the stage "%s" takes no place from its own campaign, and counts once',
  async stage => {
    const sink = await startSmtpSink()
    const { applicationId } = await cappedApplication(ONE_A_DAY, { contacts: 40, port: sink.port })
    const after = stage === 'intent' || stage === 'answered' ? 15 : 0
    await startEngine(database, { kill: { stage, after }, tuning: FAST })
    expect(await sendTo(applicationId)).toEqual({ [STATE.sent]: 40 })
    const { rows } = await database.pool.query(
      'select cardinality(runs) as places, count(*)::int as n from contact_cap where application_id = $1 group by 1',
      [applicationId],
    )
    expect(rows).toEqual([{ places: 1, n: 40 }])
    await sink.close()
  },
  30_000,
)

test('a retry counts once; what was refused or given up gives its place back', async () => {
  let isStrict = true
  let putOff = 0
  const server = await startMisbehavingSmtp({
    rcpt: (session, line) => {
      if (isStrict && line.includes('Person1@')) return putOff++ === 0 ? '450 4.2.1 later' : accept(session)
      if (isStrict && line.includes('Person2@')) return '554 5.7.1 not today'
      if (isStrict && line.includes('Person3@')) return '450 4.2.1 later'
      return accept(session)
    },
  })
  const accept = (session: { notes: Set<string> }): string =>
    session.notes.has('sender accepted') ? '250 ok' : '503 no'
  const { applicationId } = await cappedApplication(ONE_A_DAY, { contacts: 3, port: server.port })
  await startEngine(database, { tuning: FAST })
  expect(await sendTo(applicationId)).toEqual({ [STATE.sent]: 1, [STATE.bounced]: 1, [STATE.failed]: 1 })
  isStrict = false
  expect(await sendTo(applicationId)).toEqual({ [STATE.sent]: 2, [STATE.skipped]: 1 })
  expect(await sendTo(applicationId)).toEqual({ [STATE.skipped]: 3 })
  await server.close()
}, 30_000)

test('a cancelled campaign gives the places back of whom it did not reach', async () => {
  const sink = await startSmtpSink()
  const settings = { messages_per_second: 2 }
  const { applicationId } = await cappedApplication(ONE_A_DAY, { contacts: 6, port: sink.port, settings })
  await startEngine(database, { tuning: FAST })
  const { runId } = await openRun(database, applicationId)
  await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(0), { timeout: 10_000, interval: 5 })
  await cancelRun(database.kysely, { applicationId, runId })
  await ended(runId, 'cancelled')
  const { [STATE.sent]: reached = 0 } = await runCounts(database, runId)
  expect(reached).toBeLessThan(6)
  expect(await sendTo(applicationId)).toEqual({ [STATE.sent]: 6 - reached, [STATE.skipped]: reached })
  await sink.close()
}, 30_000)

test('what may have arrived keeps its place', async () => {
  const { applicationId } = await cappedApplication(ONE_A_DAY, { contacts: 2, port: 1 })
  const { runId } = await openRun(database, applicationId)
  const batch = { applicationId, runId, channel: 'email' }
  const now = new Date()
  const reserve = (which: typeof batch) => reservePlaces(database.pool, which, [1, 2], { cap: ONE_A_DAY, now })
  expect(await reserve(batch)).toEqual(new Set())
  expect(await reserve(batch)).toEqual(new Set())
  await database.pool.query(
    `insert into attempt (application_id, run_id, seq, n, token, at, outcome, code) values ($1, $2, 1, 1, 1, now(), $3, 0)`,
    [applicationId, runId, ATTEMPT.inDoubt],
  )
  await database.pool.query('update delivery set state = $2, reason = $3 where run_id = $1', [
    runId,
    STATE.failed,
    reasonNumber('attempts_exhausted'),
  ])
  const client = await database.pool.connect()
  await releasePlaces(client, [{ applicationId, runId, seqs: [1, 2] }])
  client.release()
  const other = await openRun(database, applicationId)
  expect(await reserve({ ...batch, runId: other.runId })).toEqual(new Set([1]))
})
