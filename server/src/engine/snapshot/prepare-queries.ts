/** SQL of the job that prepares a run. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { SnapshotCounts } from './snapshot-queries.ts'
import { STATE } from '../states.ts'

/** Locks preparation until the transaction ends. It does not lock the run's row: a pause must not wait for a large snapshot. */
export async function lockPreparation(db: Db, runId: string): Promise<void> {
  if (!(await tryLockPreparation(db, runId))) throw new Error(`run ${runId} is being prepared by somebody else`)
}

/** Returns false while another transaction holds the lock. */
export async function tryLockPreparation(db: Db, runId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`prepare-run ${runId}`}, 0)) as held`.execute(db)
  return rows[0]?.held === true
}

/** Limits statements for the rest of the transaction. A million recipients take seconds; only rules made to be slow come near the limit. */
export async function limitPreparation(db: Db): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(db)
}

/** Undefined if there is nothing to prepare. */
export function runToPrepare(db: Db, applicationId: string, runId: string) {
  return db
    .selectFrom('run')
    .leftJoin('channel_configuration as c', join =>
      join.onRef('c.application_id', '=', 'run.application_id').onRef('c.channel', '=', 'run.channel'),
    )
    .where(eb => eb.and({ 'run.application_id': applicationId, 'run.run_id': runId }))
    .where('run.state', 'in', ['preparing', 'paused'])
    .where('run.started_at', 'is', null)
    .select([
      'run.campaign_id as campaignId',
      'run.channel',
      'run.lane_id as laneId',
      'run.audience',
      'run.clock',
      'run.expires_at as expiresAt',
      sql<boolean>`run.held_at is not null`.as('isHeld'),
      sql<boolean>`c.channel is not null`.as('isSetUp'),
      sql<number | null>`(c.settings ->> 'messages_per_second')::float8`.as('rate'),
    ])
    .executeTakeFirst()
}

export async function insertInitialCounts(
  db: Db,
  applicationId: string,
  runId: string,
  { recipients, sendable, expired = 0 }: SnapshotCounts & { expired?: number },
): Promise<void> {
  const rows = [
    { state: STATE.pending, n: sendable },
    { state: STATE.skipped, n: recipients - sendable - expired },
    { state: STATE.expired, n: expired },
  ].filter(row => row.n > 0)
  if (rows.length === 0) return
  await db
    .insertInto('run_counter')
    .values(rows.map(row => ({ application_id: applicationId, run_id: runId, shard: 0, ...row })))
    .execute()
}

/** How many deliveries are due at the same time. */
interface DueGroup {
  at: Date
  n: number
}

/** Cuts seq 1 and up into batches, one group after the other; no batch spans two groups. Returns the number of batches. */
export async function insertBatches(
  db: Db,
  batch: { applicationId: string; runId: string; laneId: string },
  groups: readonly DueGroup[],
  size: number,
): Promise<number> {
  const filled = groups.filter(({ n }) => n > 0)
  if (filled.length === 0) return 0
  const { numAffectedRows } = await sql`
    with due as (
      select at, n, sum(n) over (order by place) - n + 1 as first
      from unnest(${filled.map(({ at }) => at)}::timestamptz[], ${filled.map(({ n }) => n)}::int[])
        with ordinality as g(at, n, place)
    )
    insert into batch (application_id, run_id, no, lane_id, seq_from, seq_to, due_at)
    select ${batch.applicationId}::uuid, ${batch.runId}::uuid, row_number() over (order by s), ${batch.laneId}::uuid, s,
      least(s + ${size}::int - 1, due.first + due.n - 1), due.at
    from due cross join lateral generate_series(due.first, due.first + due.n - 1, ${size}::int) s`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Opens the run; undefined if it was cancelled meanwhile. If its lane is blocked, the run shows the reason from the start. */
export async function markPrepared(
  db: Db,
  applicationId: string,
  runId: string,
  made: { recipients: number; batches: number },
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    update run set recipients = ${made.recipients}, next_batch = ${made.batches + 1}, started_at = ${now},
      state = case when ${made.batches} = 0 then 'done' when state = 'preparing' then 'executing' else state end,
      ended_at = case when ${made.batches} = 0 then ${now}::timestamptz end,
      state_reason = case when state = 'preparing' then
        (select blocked_reason from lane where lane.lane_id = run.lane_id and blocked_until > ${now}) else state_reason end
    where application_id = ${applicationId} and run_id = ${runId} and state in ('preparing', 'paused')
    returning state`.execute(db)
  return rows[0]?.state
}
