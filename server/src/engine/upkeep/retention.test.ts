/** Details whose time is over go by the month; runs and their counters stay. */
import { beforeAll, expect, test } from 'vitest'
import { partitionedTables } from '../../db/partitions.ts'
import { testDatabase } from '../../testing/database.ts'
import { prepareEngine, runCounts } from '../../testing/engine/world.ts'
import { endRun, sentRun } from '../../testing/engine/sent-run.ts'
import { createLog } from '../../lib/log.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { applyEvents } from '../events/apply-events.ts'
import { checkCounters } from './counters.ts'
import { maintainMonths } from './housekeeping.ts'
import { STATE } from '../states.ts'

const DAY_MS = 86_400_000
const RETENTION_DAYS = 400

const database = await testDatabase()
const log = createLog('silent')
const applicationId = uuidv7()
const thisMonth = monthOf(new Date())

beforeAll(() => prepareEngine(database))

function monthOf(date: Date): string {
  return date.toISOString().slice(0, 7).replace('-', '_')
}

/** What the scheduler does every hour, that many days from now. */
function keepMonthsIn(days: number, retentionDays = RETENTION_DAYS): Promise<void> {
  const clock = { now: () => new Date(Date.now() + days * DAY_MS) }
  return maintainMonths({ database, clock, log, retentionDays })
}

async function leaves(month: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'select relname as name from pg_class where relname = any ($1) order by relname',
    [partitionedTables.map(({ table }) => `${table}_${month}`)],
  )
  return rows.map(row => row.name)
}

async function detailsOf(runId: string): Promise<{ removed: boolean; deliveries: number; batches: number }> {
  const { rows } = await database.pool.query<{ removed: boolean; deliveries: number; batches: number }>(
    `select details_removed_at is not null as removed,
       (select count(*)::int from delivery d where d.run_id = r.run_id) as deliveries,
       (select count(*)::int from batch b where b.run_id = r.run_id) as batches
     from run r where run_id = $1`,
    [runId],
  )
  return rows[0] ?? { removed: false, deliveries: -1, batches: -1 }
}

test('a month goes when its last day is old enough and no run of it is open; runs keep their counters', async () => {
  const ended = await sentRun(database, applicationId)
  const open = await sentRun(database, uuidv7())
  await endRun(database, ended.runId)

  await keepMonthsIn(RETENTION_DAYS - 1)
  expect(await detailsOf(ended.runId)).toEqual({ removed: false, deliveries: 3, batches: 1 })
  await keepMonthsIn(RETENTION_DAYS + 40, 0)
  await keepMonthsIn(RETENTION_DAYS + 40)
  expect(await leaves(thisMonth)).toHaveLength(5)
  expect(await detailsOf(ended.runId)).toMatchObject({ removed: false, deliveries: 3 })

  await endRun(database, open.runId)
  // An earlier look came as far as this, and its process was killed.
  await database.pool.query(`alter table event detach partition event_${thisMonth} concurrently`)
  await keepMonthsIn(RETENTION_DAYS + 40)
  expect(await leaves(thisMonth)).toEqual([])
  for (const { runId } of [ended, open]) {
    expect(await detailsOf(runId)).toEqual({ removed: true, deliveries: 0, batches: 0 })
    expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 3 })
  }
})

test('late events of a run without details change nothing, and its counters are compared with nothing', async () => {
  const { rows } = await database.pool.query<{ run_id: string }>('select run_id from run order by run_id limit 1')
  const runId = rows[0]?.run_id ?? ''
  const event = { applicationId, runId, seq: 1, at: new Date(), source: 'recipient', bot: false } as const
  expect(await applyEvents(database, [{ ...event, kind: 'opened' }])).toBe(0)
  await database.pool.query('update run set counters_checked_at = null, ended_at = now() where run_id = $1', [runId])
  await checkCounters({ database, log, clock: { now: () => new Date(Date.now() + DAY_MS) } })
  expect(await runCounts(database, runId)).toEqual({ [STATE.sent]: 3 })
})

test('room is made for the months ahead of the clock, and two schedulers at once do not disturb each other', async () => {
  const days = 3 * RETENTION_DAYS
  await Promise.all([keepMonthsIn(days), keepMonthsIn(days), keepMonthsIn(days)])
  const now = new Date(Date.now() + days * DAY_MS)
  for (const offset of [0, 1, 2, 3]) {
    expect(await leaves(monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))))).toHaveLength(5)
  }
})
