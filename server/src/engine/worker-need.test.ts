/** Workers of a small machine: one stays, others come with a backlog and leave without one. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { startEngine } from '../testing/engine/workers.ts'
import { createApplication, openRun, prepareEngine, runCounts, runRow } from '../testing/engine/world.ts'
import { startSmtpSink } from '../testing/channels/smtp-sink.ts'
import { readBacklog } from './batches/backlog-queries.ts'
import { STATE } from './states.ts'

const database = await testDatabase()
await prepareEngine(database)

const TUNING = { sweepMs: 100, pollMs: 50, needLookMs: 50, needQuietMs: 500, batchesPerLane: 1 }
const LONG = { timeout: 20_000, interval: 20 }
// Two batches for each of two workers.
const PEOPLE = 4000
/** All of the machine that the tests run on. */
const PROCESSORS = availableParallelism()

/** The processors of a process's main thread. */
async function processorsOf(pid: number): Promise<string | undefined> {
  return /^Cpus_allowed_list:\s*(\S+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
}

test.runIf(process.platform === 'linux')(
  'a second worker comes with a backlog, is replaced when it dies, and leaves when all is sent',
  async () => {
    const sink = await startSmtpSink({ record: true, latencyMs: 5 })
    const settings = { max_connections: 8 }
    const { applicationId } = await createApplication(database, { contacts: PEOPLE, port: sink.port, settings })
    const restarts: string[] = []
    const supervisor = await startEngine(database, {
      workers: Math.max(2, PROCESSORS),
      isSmall: true,
      onRestart: reason => restarts.push(reason),
      tuning: TUNING,
    })
    const warm = supervisor.pids()
    expect(warm).toHaveLength(1)
    const roaming = await processorsOf(process.pid)

    const { runId } = await openRun(database, applicationId)
    await vi.waitFor(() => expect(supervisor.pids()).toHaveLength(Math.max(2, PROCESSORS)), LONG)
    await vi.waitFor(async () => {
      const each = await Promise.all(supervisor.pids().map(pid => processorsOf(pid)))
      expect(new Set(each).size).toBe(PROCESSORS)
    }, LONG)
    const further = supervisor.pids().find(pid => !warm.includes(pid)) ?? 0
    process.kill(further, 'SIGKILL')
    await vi.waitFor(() => expect(restarts).toEqual(['died']), LONG)
    await vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe('done'), {
      timeout: 40_000,
      interval: 50,
    })
    await vi.waitFor(() => expect(supervisor.pids()).toEqual(warm), LONG)
    expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: PEOPLE })
    await vi.waitFor(async () => expect(await processorsOf(warm[0] ?? 0)).toBe(roaming), LONG)
    // Leaving is no death, and nothing of those that left stays behind.
    expect(restarts).toEqual(['died'])
    const { rows } = await database.pool.query<{ pid: number }>('select pid from worker')
    expect(rows.map(({ pid }) => pid)).toEqual(warm)

    const again = await openRun(database, applicationId)
    await vi.waitFor(() => expect(supervisor.pids().length).toBeGreaterThan(1), LONG)
    await supervisor.stop()
    expect((await runRow(database, again.runId)).state).toBe('executing')
    await sink.close()
  },
  90_000,
)

test('what waits for a blocked channel, or for later, is no backlog', async () => {
  const { applicationId } = await createApplication(database, { contacts: 5, port: 1 })
  const now = new Date()
  const none = await readBacklog(database.pool, now)
  const { runId } = await openRun(database, applicationId)
  await database.pool.query('update run set state = $2 where run_id <> $1', [runId, 'cancelled'])
  expect(none).toBeDefined()
  expect(await readBacklog(database.pool, new Date())).toEqual({ isWaiting: true, isOpen: true })
  await database.pool.query(`update batch set owner = gen_random_uuid() where run_id = $1`, [runId])
  expect(await readBacklog(database.pool, new Date())).toEqual({ isWaiting: false, isOpen: true })
  await database.pool.query(`update batch set owner = null, due_at = now() + interval '1 hour' where run_id = $1`, [
    runId,
  ])
  expect(await readBacklog(database.pool, new Date())).toEqual({ isWaiting: false, isOpen: false })
  await database.pool.query(`update batch set due_at = now() - interval '1 hour' where run_id = $1`, [runId])
  await database.pool.query(`update lane set blocked_until = now() + interval '1 hour' where application_id = $1`, [
    applicationId,
  ])
  expect(await readBacklog(database.pool, new Date())).toEqual({ isWaiting: false, isOpen: false })
})
