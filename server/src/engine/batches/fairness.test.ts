/** Who gets a turn: applications among each other, slow servers, and workers that come later. */
import { expect, test, vi } from 'vitest'
import { uuidv7 } from '../../lib/uuid.ts'
import { testDatabase } from '../../testing/database.ts'
import { startEngine } from '../../testing/engine/workers.ts'
import { createApplication, openRun, prepareEngine, runCounts, runRow } from '../../testing/engine/world.ts'
import { startMisbehavingSmtp } from '../../testing/channels/misbehaving-smtp.ts'
import { startSmtpSink } from '../../testing/channels/smtp-sink.ts'
import { claimBatch } from './lease-queries.ts'
import { registerWorker, releaseWorker } from './worker-queries.ts'
import { STATE } from '../states.ts'

const database = await testDatabase()
await prepareEngine(database)

const FAST = { sweepMs: 100, pollMs: 50 }
// So that a batch has 20 recipients.
const SMALL_BATCHES = { messages_per_second: 4 }

const inState = (runId: string, state: string) =>
  vi.waitFor(async () => expect((await runRow(database, runId)).state).toBe(state), { timeout: 20_000, interval: 30 })

/** Claims and completes, one batch after the other, until nothing is left. Returns whose batches they were. */
async function claimAll(
  workerId: string,
  whose: 'applicationId' | 'runId' = 'applicationId',
  { now = new Date(), messagesPerMinute = 0 } = {},
): Promise<string[]> {
  const order: string[] = []
  for (;;) {
    const options = { now, busyLanes: [], leaseMs: 30_000, messagesPerMinute, laneClass: 1 } as const
    const claim = await claimBatch(database.pool, { workerId, hostId: workerId }, options)
    if (claim === null) return order
    order.push(claim[whose])
    await database.pool.query('update batch set done = true, owner = null where run_id = $1 and no = $2', [
      claim.runId,
      claim.no,
    ])
  }
}

test('of two applications the one with a twentieth of the recipients is through after a tenth of the batches', async () => {
  const large = await createApplication(database, { contacts: 2000, port: 1, settings: SMALL_BATCHES })
  const small = await createApplication(database, { contacts: 100, port: 1, settings: SMALL_BATCHES })
  const workerId = uuidv7()
  await registerWorker(database.pool, { workerId, hostId: workerId, pid: 0, mark: '' })
  await openRun(database, large.applicationId)
  // The large one has been at it for a while, which is no reason to make up for it.
  await database.pool.query('update lane set vtime = 500 where application_id = $1', [large.applicationId])
  await openRun(database, small.applicationId)
  const order = await claimAll(workerId)
  await releaseWorker(database.pool, workerId)
  expect(order).toHaveLength(105)
  expect(order.lastIndexOf(small.applicationId)).toBeLessThanOrEqual(10)
})

test('an application that has had its quota of a minute waits for the next one, and nobody else does', async () => {
  const many = await createApplication(database, { contacts: 100, port: 1, settings: SMALL_BATCHES })
  const few = await createApplication(database, { contacts: 20, port: 1, settings: SMALL_BATCHES })
  const workerId = uuidv7()
  await registerWorker(database.pool, { workerId, hostId: workerId, pid: 0, mark: '' })
  for (const { applicationId } of [many, few]) await openRun(database, applicationId)
  const startMs = Math.ceil(Date.now() / 60_000) * 60_000
  const turns: number[][] = []
  for (const minute of [0, 0.5, 1, 2, 3]) {
    const now = new Date(startMs + minute * 60_000)
    const order = await claimAll(workerId, 'applicationId', { now, messagesPerMinute: 40 })
    turns.push([many, few].map(({ applicationId }) => order.filter(id => id === applicationId).length))
  }
  await releaseWorker(database.pool, workerId)
  expect(turns).toEqual([
    [2, 1],
    [0, 0],
    [2, 0],
    [1, 0],
    [0, 0],
  ])
})

test('of two campaigns of one application the small one need not wait for the end of the large one', async () => {
  const { applicationId } = await createApplication(database, { contacts: 1000, port: 1, settings: SMALL_BATCHES })
  const workerId = uuidv7()
  await registerWorker(database.pool, { workerId, hostId: workerId, pid: 0, mark: '' })
  const large = await openRun(database, applicationId)
  await database.pool.query(
    `delete from contact where application_id = $1 and contact_id in (
       select contact_id from contact where application_id = $1 offset 60)`,
    [applicationId],
  )
  const small = await openRun(database, applicationId)
  const order = await claimAll(workerId, 'runId')
  await releaseWorker(database.pool, workerId)
  expect(order.filter(runId => runId === small.runId)).toHaveLength(3)
  // Each turn is one of the small one's by even chance: fewer than three of thirty would be one time in two millions.
  expect(order.lastIndexOf(small.runId)).toBeLessThan(30)
  expect(order.at(-1)).toBe(large.runId)
})

test('a lane that comes back has no turns saved up: the others go on beside it', async () => {
  const busy = await createApplication(database, { contacts: 2000, port: 1, settings: SMALL_BATCHES })
  const back = await createApplication(database, { contacts: 2000, port: 1, settings: SMALL_BATCHES })
  const workerId = uuidv7()
  await registerWorker(database.pool, { workerId, hostId: workerId, pid: 0, mark: '' })
  await openRun(database, busy.applicationId)
  await openRun(database, back.applicationId)
  await database.pool.query('update lane set vtime = 1000000 where application_id = $1', [busy.applicationId])
  const order = await claimAll(workerId)
  await releaseWorker(database.pool, workerId)
  // At most 1,000 recipients ahead, which are 50 batches.
  expect(order.slice(0, 70)).toContain(busy.applicationId)
})

test('messages of a small campaign leave among those of one that is twenty times as large', async () => {
  const server = await startSmtpSink()
  const settings = { max_connections: 4 }
  const large = await createApplication(database, { contacts: 4000, port: server.port, settings })
  const small = await createApplication(database, { contacts: 200, port: server.port, settings })
  const runs = [await openRun(database, large.applicationId), await openRun(database, small.applicationId)]
  await startEngine(database, { tuning: FAST })
  for (const { runId } of runs) await inState(runId, 'done')
  const smallRun = runs[1]?.runId ?? ''
  expect(await runCounts(database, smallRun)).toEqual({ [STATE.sent]: 200 })
  const { rows } = await database.pool.query<{ before: number }>(
    `select count(*)::int as before from delivery d where d.run_id = $1
       and d.sent_at < (select max(sent_at) from delivery where run_id = $2)`,
    [runs[0]?.runId, smallRun],
  )
  expect(rows[0]?.before).toBeLessThan(2000)
  await server.close()
}, 40_000)

test('servers that hang keep no worker from the others, however many recipients they hold up', async () => {
  const silence = () => undefined
  const hanging = await startMisbehavingSmtp({ mail: silence, rcpt: silence, data: silence })
  const quick = await startSmtpSink()
  const settings = { max_connections: 1 }
  for (let no = 0; no < 3; no++) {
    const { applicationId } = await createApplication(database, { contacts: 60, port: hanging.port, settings })
    await openRun(database, applicationId)
  }
  const tuning = { ...FAST, recipientsInHand: 100, recipientsAtMost: 400, stopMs: 500 }
  const engine = await startEngine(database, { tuning })
  await vi.waitFor(() => expect(hanging.connections()).toBe(3), 10_000)
  const { applicationId } = await createApplication(database, { contacts: 60, port: quick.port, settings })
  const { runId } = await openRun(database, applicationId)
  await inState(runId, 'done')
  await engine.stop()
  await hanging.close()
  await quick.close()
}, 30_000)

test('not even where they fill all that a worker may hold: what has been there longest goes back', async () => {
  const silence = () => undefined
  const hanging = await startMisbehavingSmtp({ mail: silence, rcpt: silence, data: silence })
  const quick = await startSmtpSink()
  const settings = { max_connections: 1 }
  for (let no = 0; no < 3; no++) {
    const { applicationId } = await createApplication(database, { contacts: 60, port: hanging.port, settings })
    await openRun(database, applicationId)
  }
  const engine = await startEngine(database, { tuning: { ...FAST, recipientsAtMost: 150, slowMs: 1000, stopMs: 500 } })
  await vi.waitFor(() => expect(hanging.connections()).toBe(3), 10_000)
  const { applicationId } = await createApplication(database, { contacts: 60, port: quick.port, settings })
  const { runId } = await openRun(database, applicationId)
  await inState(runId, 'done')
  await engine.stop()
  await hanging.close()
  await quick.close()
}, 30_000)

test('a worker that joins gets its share of the connections while the batches of the other one go on', async () => {
  const sink = await startSmtpSink({ latencyMs: 40 })
  const settings = { max_connections: 10 }
  const { applicationId } = await createApplication(database, { contacts: 6000, port: sink.port, settings })
  const first = await startEngine(database, { tuning: FAST })
  const { runId } = await openRun(database, applicationId)
  const grants = async (): Promise<number[]> => {
    const { rows } = await database.pool.query<{ connections: number }>(
      'select connections from connection_grant where application_id = $1 order by connections',
      [applicationId],
    )
    return rows.map(row => row.connections)
  }
  // One of the ten is kept for single messages.
  await vi.waitFor(() => expect(sink.report().open).toBe(9), { timeout: 10_000, interval: 10 })
  expect(await grants()).toEqual([9])
  const second = await startEngine(database, { tuning: FAST })
  await vi.waitFor(async () => expect(await grants()).toEqual([4, 4]), { timeout: 10_000, interval: 20 })
  await vi.waitFor(() => expect(sink.report().open).toBe(8), { timeout: 10_000, interval: 10 })
  expect(sink.tally().mails).toBeLessThan(6000)
  // The worker that is left takes over what the other one had.
  await second.stop()
  await vi.waitFor(async () => expect(await grants()).toEqual([9]), { timeout: 15_000, interval: 20 })
  await first.stop()
  expect((await runRow(database, runId)).state).toBe('executing')
  await sink.close()
}, 60_000)
