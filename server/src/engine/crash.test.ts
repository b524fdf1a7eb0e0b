/** Workers that are killed, stopped and cut off from the database: no message is lost, and those sent twice are known. */
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { migrate } from '../db/migrate.ts'
import { silentLog } from '../testing/data-directories.ts'
import { testDatabase } from '../testing/database.ts'
import { dataFolder, startEngine } from '../testing/engine/workers.ts'
import {
  addressesInDoubt,
  createApplication,
  deliveryCounts,
  openRun,
  prepareEngine,
  runCounts,
  runRow,
  type EngineDatabase,
} from '../testing/engine/world.ts'
import { startEngineHost } from '../testing/engine/host.ts'
import { startSmtpSink, type SmtpSink } from '../testing/channels/smtp-sink.ts'
import { STAGES } from './tuning.ts'
import { STATE } from './states.ts'

const database = await testDatabase()
await prepareEngine(database)

// Files of the journal end all the time: none of these deaths may fall between two of them.
const FAST = { journalSegmentMs: 20, sweepMs: 100, pollMs: 50 }
const CONNECTIONS = 4

const ended = (db: EngineDatabase, runId: string, timeout = 15_000) =>
  vi.waitFor(async () => expect((await runRow(db, runId)).state).toBe('done'), { timeout, interval: 30 })

/** Every recipient has the message and the database says so; at most that many have it twice, and are marked. */
async function expectNothingLost(
  db: EngineDatabase,
  runId: string,
  sink: SmtpSink,
  people: number,
  doubledMost: number,
) {
  expect(await deliveryCounts(db, runId)).toEqual({ [STATE.sent]: people })
  expect(await runCounts(db, runId)).toEqual({ [STATE.sent]: people })
  const { mails, recipients } = sink.report()
  expect(Object.keys(recipients)).toHaveLength(people)
  const doubled = Object.entries(recipients).filter(([, n]) => n > 1)
  expect(mails - people).toBeLessThanOrEqual(doubledMost)
  const marked = await addressesInDoubt(db, runId)
  expect(doubled.map(([address]) => address.toLowerCase()).filter(address => !marked.has(address))).toEqual([])
}

test.each(STAGES)('a worker killed at the stage "%s" loses nobody', async stage => {
  const sink = await startSmtpSink({ record: true })
  const settings = { max_connections: CONNECTIONS, messages_per_second: null }
  const { applicationId } = await createApplication(database, { contacts: 60, port: sink.port, settings })
  const after = ['rendered', 'intent', 'answered'].includes(stage) ? 25 : 0
  await startEngine(database, { kill: { stage, after }, tuning: FAST })
  const { runId } = await openRun(database, applicationId)
  await ended(database, runId)
  await expectNothingLost(database, runId, sink, 60, CONNECTIONS)
  await sink.close()
})

test('5,000 recipients and three kills at random moments: nobody lost, nothing recorded wrongly', async () => {
  const sink = await startSmtpSink({ record: true })
  const connections = 10
  const { applicationId } = await createApplication(database, { contacts: 5000, port: sink.port })
  const supervisor = await startEngine(database, { tuning: FAST })
  const { runId } = await openRun(database, applicationId)
  for (const at of [700 + random(600), 2000 + random(800), 3600 + random(800)]) {
    await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(at), { timeout: 30_000, interval: 10 })
    process.kill(supervisor.pids()[0] ?? 0, 'SIGKILL')
  }
  await ended(database, runId)
  await expectNothingLost(database, runId, sink, 5000, 3 * connections)
  await sink.close()
}, 120_000)

test('a worker that was stopped past its lease and goes on starts no message', async () => {
  const sink = await startSmtpSink({ record: true, latencyMs: 5 })
  const settings = { max_connections: 8 }
  const { applicationId } = await createApplication(database, { contacts: 1500, port: sink.port, settings })
  const tuning = { ...FAST, leaseMs: 1500, renewMs: 200, permitMs: 600 }
  const stopped = await startEngine(database, { tuning })
  const [pid = 0] = stopped.pids()
  const { runId } = await openRun(database, applicationId)
  await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(200), { timeout: 10_000, interval: 10 })
  process.kill(pid, 'SIGSTOP')
  // Messages that only this worker knows of: at most one of each connection is still on its way.
  const onlyThere = sink.tally().mails + 8 - ((await deliveryCounts(database, runId))[STATE.sent] ?? 0)
  // Another machine, as far as it knows: it may take over leases that have run out.
  await startEngine(database, { tuning })
  await ended(database, runId)
  const before = sink.tally().mails
  process.kill(pid, 'SIGCONT')
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from worker where pid = $1 and beat_at > clock_timestamp() - interval '300 milliseconds'`,
      [pid],
    )
    expect(rows[0]?.n).toBe(1)
  }, 10_000)
  await stopped.stop()
  // What each connection was in the middle of may end.
  expect(sink.tally().mails).toBeLessThanOrEqual(before + 8)
  await expectNothingLost(database, runId, sink, 1500, onlyThere)
  await sink.close()
}, 40_000)

test('a machine that dies with all its processes is replaced by another one when its leases have run out', async () => {
  const sink = await startSmtpSink({ record: true, latencyMs: 5 })
  const settings = { max_connections: 8 }
  const { applicationId } = await createApplication(database, { contacts: 1500, port: sink.port, settings })
  const tuning = { ...FAST, leaseMs: 1500, renewMs: 200, permitMs: 600 }
  const { connectionString } = database
  const machine = await startEngineHost({ connectionString, workers: 2, hostname: 'one.example', tuning })
  onTestFinished(() => machine.stop())
  const { runId } = await openRun(database, applicationId)
  await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(300), { timeout: 10_000, interval: 10 })
  machine.signal('SIGKILL')
  const onlyThere = sink.tally().mails + 8 - ((await deliveryCounts(database, runId))[STATE.sent] ?? 0)
  await startEngine(database, { tuning })
  await ended(database, runId)
  await expectNothingLost(database, runId, sink, 1500, onlyThere)
  await sink.close()
}, 40_000)

test('a worker that does not answer is killed and replaced before its leases run out', async () => {
  const sink = await startSmtpSink({ record: true, latencyMs: 5 })
  const settings = { max_connections: 8 }
  const { applicationId } = await createApplication(database, { contacts: 1000, port: sink.port, settings })
  const supervisor = await startEngine(database, { tuning: { ...FAST, stuckMs: 1000 } })
  const { runId } = await openRun(database, applicationId)
  await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(200), { timeout: 10_000, interval: 10 })
  process.kill(supervisor.pids()[0] ?? 0, 'SIGSTOP')
  await ended(database, runId)
  await expectNothingLost(database, runId, sink, 1000, 8)
  await sink.close()
}, 40_000)

test('PostgreSQL is killed in the middle of a run: the run waits for it and nobody is lost', async () => {
  // Not disposable: what it has confirmed must survive. It is started again by itself.
  const postgres = await startEmbedded({ dataDir: join(dataFolder(), 'data'), log: silentLog })
  const { connectionString } = postgres
  await migrate(connectionString)
  const db = { ...openDatabase({ connectionString, maxConnections: 4 }), connectionString }
  await prepareEngine(db)
  const sink = await startSmtpSink({ record: true, latencyMs: 2 })
  const { applicationId } = await createApplication(db, { contacts: 1500, port: sink.port })
  const supervisor = await startEngine(db, { tuning: FAST })
  const { runId } = await openRun(db, applicationId)
  await vi.waitFor(() => expect(sink.tally().mails).toBeGreaterThan(300), { timeout: 10_000, interval: 10 })
  process.kill(postgres.pid, 'SIGKILL')
  await ended(db, runId)
  await expectNothingLost(db, runId, sink, 1500, 0)
  await supervisor.stop()
  await db.close()
  await postgres.stop()
  await sink.close()
}, 40_000)

// Seeded: a failing run can be repeated.
let seed = 20_260_731
function random(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return seed % below
}
