/** What people do to a run while it goes on, and the limits that all workers keep together. */
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { dataFolder, startEngine } from '../testing/engine/workers.ts'
import {
  createApplication,
  deliveryCounts,
  openRun,
  prepareEngine,
  runCounts,
  runRow,
} from '../testing/engine/world.ts'
import { startMisbehavingSmtp } from '../testing/channels/misbehaving-smtp.ts'
import { startSmtpSink } from '../testing/channels/smtp-sink.ts'
import { cancelRun, pauseRun, pauseRunsOfChannel, resumeRun } from './runs/runs.ts'
import { STATE } from './states.ts'

const database = await testDatabase()
await prepareEngine(database)

const FAST = { sweepMs: 100, pollMs: 50 }

const inState = (runId: string, state: string) =>
  vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe(state), { timeout: 20_000, interval: 30 })

/** Resolves when nothing has changed for half a second; answers when the last change was seen. */
async function lastChange(count: () => number): Promise<number> {
  let last = count()
  let changedAt = performance.now()
  await vi.waitFor(
    () => {
      if (count() !== last) {
        last = count()
        changedAt = performance.now()
      }
      expect(performance.now() - changedAt).toBeGreaterThan(500)
    },
    { timeout: 10_000, interval: 5 },
  )
  return changedAt
}

async function status(campaignId: string): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ status: string }>('select status from campaign where campaign_id = $1', [
    campaignId,
  ])
  return rows[0]?.status
}

test('no message leaves more than two seconds after a pause; resumed, the run reaches the others, everybody once', async () => {
  const sink = await startSmtpSink({ record: true, latencyMs: 10 })
  const { applicationId } = await createApplication(database, { contacts: 1500, port: sink.port })
  await startEngine(database, { workers: 2, tuning: FAST })
  const { runId, campaignId } = await openRun(database, applicationId)
  await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(100), { timeout: 10_000, interval: 10 })
  expect(await pauseRun(database.kysely, { applicationId, campaignId })).toBe(true)
  const answeredAt = performance.now()
  expect(await status(campaignId)).toBe('paused')
  expect((await lastChange(() => sink.tally().mails)) - answeredAt).toBeLessThan(2000)
  expect(sink.tally().mails).toBeLessThan(1500)
  expect(await pauseRun(database.kysely, { applicationId, runId })).toBe(false)

  expect(await resumeRun(database.kysely, { applicationId, runId })).toBe(true)
  await inState(runId, 'done')
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 1500 })
  expect(sink.tally().mails).toBe(1500)
  expect(await status(campaignId)).toBe('sent')
  await sink.close()
}, 40_000)

test('no message leaves more than two seconds after a cancel, and what has not left ends as cancelled', async () => {
  const sink = await startSmtpSink({ latencyMs: 10 })
  const { applicationId } = await createApplication(database, { contacts: 1500, port: sink.port })
  await startEngine(database, { workers: 2, tuning: FAST })
  const { runId, campaignId } = await openRun(database, applicationId)
  await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(100), { timeout: 10_000, interval: 10 })
  expect(await cancelRun(database.kysely, { applicationId, runId })).toBe(true)
  const answeredAt = performance.now()
  expect((await lastChange(() => sink.tally().mails)) - answeredAt).toBeLessThan(2000)
  await inState(runId, 'cancelled')
  const { mails } = sink.report()
  expect(await deliveryCounts(database, runId)).toEqual({ [STATE.sent]: mails, [STATE.cancelled]: 1500 - mails })
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: mails, [STATE.cancelled]: 1500 - mails })
  expect(await status(campaignId)).toBe('cancelled')
  await sink.close()
}, 40_000)

test('a channel that is removed pauses its runs, with the reason', async () => {
  const { applicationId } = await createApplication(database, { contacts: 2, port: 1 })
  const { runId } = await openRun(database, applicationId)
  expect(await pauseRunsOfChannel(database.kysely, { applicationId, channel: 'email' }, 'Email is not set up.')).toBe(1)
  expect(await runRow(database, runId)).toEqual({ state: 'paused', state_reason: 'Email is not set up.' })
})

test('all workers together keep to the rate and to the connections of a configuration', async () => {
  const times: number[] = []
  let open = 0
  let mostOpen = 0
  const server = await startMisbehavingSmtp({
    greeting: session => {
      mostOpen = Math.max(mostOpen, ++open)
      session.socket.once('close', () => open--)
      return '220 hello'
    },
    dot: () => {
      times.push(performance.now())
      return '250 ok'
    },
  })
  const rate = 100
  const settings = { max_connections: 3, messages_per_second: rate }
  const { applicationId } = await createApplication(database, { contacts: 250, port: server.port, settings })
  await startEngine(database, { workers: 2, tuning: FAST })
  const { runId } = await openRun(database, applicationId)
  await inState(runId, 'done')
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 250 })
  const [first = 0] = times
  // At no moment more than the rate allows since the first one; a quarter of a second may be in hand.
  const ahead = times.map((at, index) => index - ((at - first) / 1000) * rate)
  expect(Math.max(...ahead)).toBeLessThanOrEqual(rate / 4)
  expect(mostOpen).toBeGreaterThan(0)
  expect(mostOpen).toBeLessThanOrEqual(3)
  await server.close()
}, 30_000)

test('neither a large campaign nor a server that hangs holds up the small campaign of somebody else', async () => {
  const slow = await startSmtpSink({ latencyMs: 20 })
  const silence = () => undefined
  const hanging = await startMisbehavingSmtp({ mail: silence, rcpt: silence, data: silence })
  const quick = await startSmtpSink()
  const settings = { max_connections: 2 }
  const large = await createApplication(database, { contacts: 3000, port: slow.port, settings })
  const stuck = await createApplication(database, { contacts: 50, port: hanging.port, settings })
  const small = await createApplication(database, { contacts: 100, port: quick.port, settings })
  const engine = await startEngine(database, { tuning: { ...FAST, stopMs: 500 } })
  const { runId: largeRun } = await openRun(database, large.applicationId)
  const { runId: stuckRun } = await openRun(database, stuck.applicationId)
  await vi.waitFor(() => {
    expect(slow.report().mails).toBeGreaterThan(20)
    expect(hanging.connections()).toBe(2)
  }, 10_000)
  const { runId } = await openRun(database, small.applicationId)
  await inState(runId, 'done')
  expect((await runRow(database, largeRun)).state).toBe('executing')
  expect(await runCounts(database, stuckRun)).toEqual({ [STATE.pending]: 50 })
  await engine.stop()
  await slow.close()
  await hanging.close()
  await quick.close()
}, 30_000)

test('a second supervisor on the same folder is refused: it would kill the workers of the first', async () => {
  const dataDir = dataFolder()
  await startEngine(database, { dataDir, tuning: FAST })
  await expect(startEngine(database, { dataDir, tuning: FAST })).rejects.toThrow(/already running/)
})

test('told to stop, a worker finishes what is in flight and leaves the rest; nobody gets it twice', async () => {
  const sink = await startSmtpSink({ record: true, latencyMs: 20 })
  const { applicationId } = await createApplication(database, { contacts: 400, port: sink.port })
  const dataDir = dataFolder()
  const first = await startEngine(database, { dataDir, tuning: FAST })
  const { runId } = await openRun(database, applicationId)
  await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(50), { timeout: 10_000, interval: 10 })
  await first.stop()
  const { mails } = sink.report()
  expect(await deliveryCounts(database, runId)).toEqual({ [STATE.sent]: mails, [STATE.pending]: 400 - mails })
  await startEngine(database, { dataDir, tuning: FAST })
  await inState(runId, 'done')
  expect(sink.tally().mails).toBe(400)
  await sink.close()
}, 30_000)

test('a delivery is updated in place: no index is touched', async () => {
  const sink = await startSmtpSink()
  const { applicationId } = await createApplication(database, { contacts: 2000, port: sink.port })
  const updates = async () => {
    const { rows } = await database.pool.query<{ updates: number; hot: number }>(
      `select sum(n_tup_upd)::int as updates, sum(n_tup_hot_upd)::int as hot from pg_stat_user_tables
       where relname like 'delivery\\_2%'`,
    )
    return rows[0] ?? { updates: 0, hot: 0 }
  }
  const before = await updates()
  const engine = await startEngine(database, { tuning: FAST })
  const { runId } = await openRun(database, applicationId)
  await inState(runId, 'done')
  await engine.stop()
  await vi.waitFor(async () => expect((await updates()).updates - before.updates).toBeGreaterThanOrEqual(2000), 10_000)
  const after = await updates()
  expect((after.hot - before.hot) / (after.updates - before.updates)).toBeGreaterThan(0.99)
  await sink.close()
}, 30_000)
