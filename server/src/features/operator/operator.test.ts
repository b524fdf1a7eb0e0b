/** The operator's view: who sees it, what it says, and that looking costs little. */
import { readFile } from 'node:fs/promises'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { sql } from 'kysely'
import type { OperatorStatus } from '@notifly/contracts/operator/operator'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { addMinuteCounters } from '../../engine/upkeep/pulse-queries.ts'
import { registerWorker } from '../../engine/batches/worker-queries.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testApp } from '../../testing/app.ts'
import { prepareEngine } from '../../testing/engine/world.ts'
import { endRun, sentRun } from '../../testing/engine/sent-run.ts'
import { createEngineState, type EngineState } from './engine-state.ts'
import { ENGINE_METRICS, exportMetrics } from './metrics.ts'
import { isOperator, presentStatus } from './operator.ts'
import { LANES } from './queries.ts'
import { findTroubles } from './troubles.ts'

const kit = await testApp()
const { database, deps, clock } = kit
await prepareEngine(database)
const first = await kit.withApplication()
const second = await kit.withApplication()

/** Past the second for which an answer is kept. */
async function readStatus(check: (status: OperatorStatus) => void = () => undefined): Promise<OperatorStatus> {
  return vi.waitFor(
    async () => {
      const { status, data } = await kit.call<OperatorStatus>('GET', '/api/operator', { bearer: first.bearer })
      expect(status).toBe(200)
      check(data)
      return data
    },
    { timeout: 10_000, interval: 100 },
  )
}

const kinds = (status: OperatorStatus) => status.troubles.map(({ kind }) => kind)

test('who signed up first looks after the installation, everybody else finds nothing there', async () => {
  expect(first.user.is_operator).toBe(true)
  expect(second.user.is_operator).toBeUndefined()
  await readStatus()
  expect((await kit.call('GET', '/api/operator', { bearer: second.bearer })).status).toBe(404)
  expect((await kit.call('GET', '/api/operator')).status).toBe(401)
  const body = { application_uuid: second.applicationId, run_uuid: uuidv7() }
  expect((await kit.call('POST', '/api/operator/counters', { bearer: second.bearer, body })).status).toBe(404)
})

test('the setting names operators by their proven address, and then the first account is nobody special', async () => {
  const config = { ...deps.config, operators: [second.email.toLowerCase()] }
  const person = { accountId: second.user.uuid, email: second.email.toUpperCase(), emailVerified: true }
  expect(await isOperator({ ...deps, config }, person)).toBe(true)
  expect(readConfig({ NOTIFLY_OPERATORS: ' Ann@Example.com,bob@example.org, ' }).operators).toEqual([
    'ann@example.com',
    'bob@example.org',
  ])
  expect(() => readConfig({ NOTIFLY_OPERATORS: 'everybody', NOTIFLY_RETENTION_DAYS: '7' })).toThrow(
    /everybody.*at least 31/s,
  )
  expect(await isOperator({ ...deps, config }, { ...person, emailVerified: false })).toBe(false)
  expect(await isOperator({ ...deps, config }, { ...person, accountId: first.user.uuid, email: first.email })).toBe(
    false,
  )
})

test('where others can sign up, nobody looks after the installation who is not named', async () => {
  const person = { accountId: first.user.uuid, email: first.email, emailVerified: true }
  const answers = async (env: Record<string, string>) => {
    const { onlyThisMachine } = readConfig({ NOTIFLY_SYSTEM_SMTP_URL: 'smtp://localhost', ...env })
    return isOperator({ ...deps, config: { ...deps.config, operators: [], onlyThisMachine } }, person)
  }
  expect(await answers({})).toBe(true)
  expect(await answers({ NOTIFLY_HOST: '::1' })).toBe(true)
  for (const host of ['0.0.0.0', '::', '192.0.2.1']) expect(await answers({ NOTIFLY_HOST: host })).toBe(false)
  expect(await answers({ NOTIFLY_PUBLIC_URL: 'https://notifly.example.com' })).toBe(false)
  expect(await answers({ NOTIFLY_PUBLIC_URL: 'https://notifly.example.com', NOTIFLY_HOST: '127.0.0.1' })).toBe(false)
})

test('a due batch without a worker is the first trouble; with one that sends it is none', async () => {
  const { runId } = await sentRun(database, second.applicationId, { contacts: 7, outcome: () => undefined })
  await database.pool.query(`update batch set due_at = now() - interval '4 minutes' where run_id = $1`, [runId])
  const waiting = await readStatus(({ queue }) => expect(queue.due).toBe(7))
  expect(waiting.troubles[0]).toMatchObject({ kind: 'no_worker' })
  expect(waiting.troubles[0]?.seconds).toBeGreaterThanOrEqual(240)
  expect(waiting.lanes).toMatchObject([
    { application: 'Shop', channel: 'email', class: 'campaign', due: 7, leased: 0, later: 0, retries: 0, paused: 0 },
  ])

  const workerId = uuidv7()
  await registerWorker(database.pool, { workerId, hostId: uuidv7(), pid: 1, mark: '' })
  // So that it stays alive however long the test takes.
  await database.pool.query(`update worker set beat_at = now() + interval '1 hour'`)
  await database.pool.query(
    `update batch set owner = $2, lease_until = now(), attempt = 1, due_at = now() where run_id = $1`,
    [runId, workerId],
  )
  for (const channel of ['email', '']) {
    await addMinuteCounters(database.pool, { channel, shard: 3 }, { sent: 600, failed: 6, retried: 60, leasesLost: 2 })
  }
  await database.pool.query(`update engine_pulse set at = at - interval '20 seconds'`)
  const working = await readStatus(({ queue }) => expect(queue.leased).toBe(7))
  expect(kinds(working)).toEqual([])
  expect(working.queue).toMatchObject({ due: 0, retries: 7, oldest_due_seconds: null })
  expect(working.workers).toMatchObject([{ uuid: workerId, batches: 1, is_silent: false }])
  expect(working.rates).toEqual([{ channel: 'email', sent: 10, failed: 0.1, retried: 1 }])
  expect(working.leases_lost).toEqual({ last_hour: 4, total: 4 })
  expect(working.storage.months_ahead).toBe(3)
  expect(working.storage.partitions.map(({ table }) => table)).toContain('delivery')

  await database.pool.query(`update worker set beat_at = now() - interval '9 seconds'`)
  const silent = await readStatus(status => expect(status.workers[0]?.is_silent).toBe(true))
  expect(kinds(silent)).toEqual(['silent_worker'])
  await database.pool.query('delete from worker')
  await endRun(database, runId)
})

test('a blocked configuration stays blocked while it is tried again, until nothing is left to try, and nothing stands still because of it', async () => {
  const { applicationId } = await kit.withApplication()
  const { runId } = await sentRun(database, applicationId, { contacts: 2, outcome: () => undefined })
  await database.pool.query(`update batch set due_at = now() - interval '10 minutes' where run_id = $1`, [runId])
  await database.pool.query(
    `update lane set blocked_until = now() - interval '1 second', blocked_reason = '"No answer."', blocked_since = now() - interval '9 minutes'
     where lane_id = (select lane_id from run where run_id = $1)`,
    [runId],
  )
  const isBlocked = [{ blocked_reason: 'No answer.' }]
  const status = await readStatus(({ lanes }) => expect(lanes).toMatchObject(isBlocked))
  expect(kinds(status)).toEqual(['lane_blocked'])
  const metrics = (await kit.app.inject('/metrics')).body
  expect(metrics).toMatch(/^notifly_blocked_lanes 1$/m)
  expect(metrics).toMatch(/^notifly_oldest_due_batch_age_seconds\{channel="email",class="campaign"\} 0$/m)
  await database.pool.query(`update run set state = 'paused' where run_id = $1`, [runId])
  await readStatus(({ troubles }) => expect(troubles).toEqual([]))
  await database.pool.query(`update run set state = 'executing' where run_id = $1`, [runId])
  await database.pool.query(`update lane set blocked_reason = null, blocked_since = null, blocked_until = '-infinity'`)
  await endRun(database, runId)
})

test('wrong counters are listed by run, and mended on demand', async () => {
  const { applicationId } = await kit.withApplication()
  const { runId } = await sentRun(database, applicationId, { name: 'Miscounted' })
  await endRun(database, runId)
  await database.pool.query('update run_counter set n = n + 5 where run_id = $1', [runId])
  await database.pool.query('update run set counters_checked_at = now(), counters_off = 5 where run_id = $1', [runId])
  const off = await readStatus(({ counters }) => expect(counters.off).toHaveLength(1))
  expect(kinds(off)).toContain('counters_off')
  expect(off.counters.off).toMatchObject([{ name: 'Miscounted', run_uuid: runId, off: 5 }])

  const body = { application_uuid: applicationId, run_uuid: runId }
  expect((await kit.call('POST', '/api/operator/counters', { bearer: first.bearer, body })).status).toBe(202)
  await readStatus(({ counters }) => expect(counters.off).toEqual([]))
  const foreign = { application_uuid: first.applicationId, run_uuid: runId }
  expect((await kit.call('POST', '/api/operator/counters', { bearer: first.bearer, body: foreign })).status).toBe(404)
})

test('jobs that failed ten times are told of at once, and run again when an operator says so', async () => {
  const failing = `select id from graphile_worker.add_job('nobody.does-this', max_attempts => 10)`
  const { rows } = await database.pool.query<{ id: string }>(failing)
  const jobs = [rows[0]?.id]
  const fail = `update graphile_worker._private_jobs set attempts = 10, run_at = now() + interval '6 hours' where id = any($1)`
  await database.pool.query(fail, [jobs])
  expect(kinds(await readStatus(({ jobs: { failed } }) => expect(failed).toBe(1)))).toContain('failed_jobs')
  const again = (bearer: string) => kit.call('POST', '/api/operator/jobs', { bearer })
  expect((await again(second.bearer)).status).toBe(404)
  expect((await again(first.bearer)).status).toBe(202)
  await readStatus(({ jobs: { failed } }) => expect(failed).toBe(0))
  const due = await database.pool.query(
    'select attempts from graphile_worker._private_jobs where id = any($1) and run_at <= now()',
    [jobs],
  )
  expect(due.rows).toEqual([{ attempts: 0 }])
  await database.pool.query('delete from graphile_worker._private_jobs where id = any($1)', [jobs])
})

test('a run whose details are gone says so, and cannot be counted anew', async () => {
  const { applicationId, bearer } = await kit.withApplication()
  const { runId } = await sentRun(database, applicationId)
  await endRun(database, runId)
  const read = () => kit.call<RunProgress>('GET', `/api/notifications/delivery/email/${runId}/summary`, { bearer })
  expect((await read()).data.details_removed_on).toBeUndefined()
  await database.pool.query('update run set details_removed_at = to_timestamp(1700000000) where run_id = $1', [runId])
  expect((await read()).data.details_removed_on).toBe(1_700_000_000)
  const body = { application_uuid: applicationId, run_uuid: runId }
  expect((await kit.call('POST', '/api/operator/counters', { bearer: first.bearer, body })).status).toBe(404)
})

test('every cause has its trouble, and a quiet installation has none', async () => {
  const quiet = {
    ...(await createEngineState({ config: kit.deps.config, database, clock })()),
    lanes: [],
    workers: [],
    off: [],
  } as EngineState
  const plain = readConfig({})
  expect(findTroubles(quiet, plain)).toEqual([])
  const lane = {
    laneId: '', applicationId: '', application: 'Shop', channel: 'email', class: 1, due: 1, leased: 0, later: 0, retries: 0,
    paused: 0, oldestDueSeconds: 90, blockedReason: null, blockedSince: null, connections: 0, maxConnections: 20, messagesPerSecond: null,
  } // prettier-ignore
  const worker = {
    workerId: '', hostId: '', pid: 1, startedAt: new Date(), beatSeconds: 0.2, batches: 0, connections: 0, journalBytes: 0,
  } // prettier-ignore
  const troublesOf = (part: Partial<EngineState>) =>
    findTroubles({ ...quiet, lastMinute: [], ...part }, plain).map(t => t.kind)
  expect(troublesOf({ lanes: [lane] })).toEqual(['no_worker'])
  expect(troublesOf({ lanes: [lane], workers: [worker] })).toEqual(['stalled'])
  const busy = [{ channel: 'email', sent: 1, failed: 0, retried: 0 }]
  expect(troublesOf({ lanes: [lane], workers: [worker], lastMinute: busy })).toEqual([])
  const blocked = { ...lane, blockedReason: 'The server refuses the password.', blockedSince: new Date() }
  expect(troublesOf({ lanes: [blocked], workers: [worker] })).toEqual(['lane_blocked'])
  // As much as two workers hold with all that they may have in hand.
  expect(troublesOf({ workers: [worker, { ...worker, journalBytes: 2_500_000 }] })).toEqual(['journal_behind'])
  expect(troublesOf({ workers: [worker, { ...worker, journalBytes: 1_500_000 }] })).toEqual([])
  const jobs = { waiting: 4, running: 0, failed: 1, oldestSeconds: 300 }
  expect(troublesOf({ jobs })).toEqual(['no_scheduler', 'failed_jobs'])
  expect(troublesOf({ lag: { hits: 3, oldestHitSeconds: 200, reports: 0, setAside: 0 } })).toEqual(['hits_late'])
  expect(troublesOf({ storage: { ...quiet.storage, leaves: [] } })).toEqual(['no_room'])

  const folders = { NOTIFLY_BACKUP_DIR: '/backups', NOTIFLY_ARCHIVE_DIR: '/archive', NOTIFLY_BACKUP_PASSPHRASE: 'x' }
  const backupTroubles = (backups: Partial<EngineState['backups']>) => {
    const state = { ...quiet, backups: { ...quiet.backups, moment: quiet.at, ...backups } }
    return findTroubles(state, readConfig(folders)).map(t => t.kind)
  }
  const hoursAgo = (hours: number) => new Date(quiet.at.getTime() - hours * 3_600_000)
  expect(backupTroubles({})).toEqual([])
  expect(backupTroubles({ moment: null })).toEqual(['backup_missing'])
  expect(backupTroubles({ moment: hoursAgo(29) })).toEqual([])
  expect(backupTroubles({ moment: hoursAgo(31), failedAt: quiet.at })).toEqual(['backup_failed', 'backup_late'])
  expect(backupTroubles({ archivedAt: hoursAgo(1) })).toEqual([])
  expect(backupTroubles({ archivedAt: hoursAgo(1), segmentsWaiting: 2 })).toEqual(['archive_late'])
  expect(backupTroubles({ archivedAt: hoursAgo(0), archiveFailedAt: quiet.at })).toEqual(['archive_late'])
})

test('the page names the unsafe settings that the product started with', async () => {
  expect((await readStatus()).unsafe_settings).toEqual([])
  const state = await createEngineState({ config: kit.deps.config, database, clock })()
  const config = readConfig({ NOTIFLY_HOST: '0.0.0.0', NOTIFLY_SANDBOX: 'on', NOTIFLY_OPERATORS: 'ann@example.com' })
  expect(presentStatus(state, config, null).unsafe_settings).toEqual([
    { setting: 'NOTIFLY_HOST', risk: 'open_port' },
    { setting: 'NOTIFLY_SANDBOX', risk: 'sandbox' },
    { setting: 'NOTIFLY_METRICS_TOKEN', risk: 'no_metrics_token' },
  ])
})

test('a database that does not answer is away, and holds up nobody who asks for metrics', async () => {
  const registry = new Registry()
  exportMetrics(registry, deps.log, () => new Promise(() => undefined), 50)
  expect(await registry.metrics()).toMatch(/^notifly_database_up 0$/m)
})

test('metrics say the same as the page, and each of their names is explained', async () => {
  const read = async () => (await kit.app.inject('/metrics')).body
  // The state that the test before left is known for a second.
  await expect.poll(read, { timeout: 5000 }).toMatch(/^notifly_jobs\{state="waiting"\} 0$/m)
  const text = await read()
  expect(text).toMatch(/^notifly_database_up 1$/m)
  expect(text).toMatch(/^notifly_messages_total\{channel="email",outcome="sent"\} 600$/m)
  expect(text).toMatch(/^notifly_leases_lost_total 4$/m)
  const again = await read()
  expect(again).toMatch(/^notifly_leases_lost_total 4$/m)
  const explained = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
  for (const { name } of ENGINE_METRICS) expect(explained).toContain(`\`${name}\``)
})

test('looking touches no recipient, however many there are', async () => {
  const explain = async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${LANES(clock.now())}`.execute(
      database.kysely,
    )
    return rows.map(row => row['QUERY PLAN']).join('\n')
  }
  const plan = await explain()
  for (const table of ['delivery', 'attempt', 'event', 'run_counter']) expect(plan).not.toContain(` on ${table}`)
  await database.pool.query(
    `insert into run (application_id, run_id, campaign_id, channel, name, lane_id, state, content, audience, timezone, opens_at, created_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'email', 'Old', gen_random_uuid(), 'done', '{}', '{}', 'UTC', now(), now()
     from generate_series(1, 20000)`,
  )
  await database.pool.query(
    `insert into batch (application_id, run_id, no, lane_id, seq_from, seq_to, due_at, done)
     select r.application_id, r.run_id, no, r.lane_id, 1, 1000, now(), true
     from (select * from run where name = 'Old' limit 3000) r, generate_series(1, 10) no`,
  )
  await database.pool.query('analyze run, batch')
  const large = await explain()
  expect(large).toMatch(/run_open/)
  expect(large).toMatch(/batch_due/)
  expect(large).not.toMatch(/Seq Scan on (run|batch)\b/)
})
