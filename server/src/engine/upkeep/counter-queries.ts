/**
 * SQL that compares a run's counters with its deliveries and corrects them. One statement sees both at the same time, and every change of a
 * delivery commits together with its counters: any difference is an error, also while the run is being sent.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { RunKey } from '../runs/run-queries.ts'
import { ENGAGEMENT } from '../states.ts'

/** By how much a counter is too low; negative if too high. */
export interface CounterDifference {
  state: number
  n: number
}

/** Corrections have a shard of their own; workers have 0 to 31, events 32. */
const SHARD = 33

const ENGAGEMENTS = sql.join(
  Object.entries(ENGAGEMENT).map(
    ([name, counter]) => sql`(case when ${sql.ref(`d.${name}_at`)} > '-infinity' then ${sql.lit(counter)} end)`,
  ),
)

const difference = ({ applicationId, runId }: RunKey) => sql`
  select state, sum(n)::int as n from (
    select k.state, count(*)::int as n
    from delivery d cross join lateral (values (d.state::int), ${ENGAGEMENTS}) k(state)
    where d.application_id = ${applicationId} and d.run_id = ${runId} and k.state is not null
    group by k.state
    union all
    select state::int, -n from run_counter where application_id = ${applicationId} and run_id = ${runId}
  ) both_sides
  group by state having sum(n) <> 0`

/** Returns counters that are wrong; empty if none is. Reads all deliveries of the run. */
export async function selectDifferences(db: Db, run: RunKey): Promise<CounterDifference[]> {
  const { rows } = await sql<CounterDifference>`${difference(run)} order by state`.execute(db)
  return rows
}

/** Adds what is missing, in a shard that no worker writes to. Returns what was added. */
export async function correctCounters(tx: Db, run: RunKey): Promise<CounterDifference[]> {
  // Before the statement reads: two concurrent corrections would both add what is missing.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`counters ${run.runId}`}, 0))`.execute(tx)
  const { rows } = await sql<CounterDifference>`
    with missing as materialized (${difference(run)}), corrected as (
      insert into run_counter as c (application_id, run_id, shard, state, n)
      select ${run.applicationId}::uuid, ${run.runId}::uuid, ${sql.lit(SHARD)}, state, n from missing order by state
      on conflict (application_id, run_id, shard, state) do update set n = c.n + excluded.n
    )
    select state, n from missing order by state`.execute(tx)
  return rows
}

/** `off`: for about how many recipients the counters were wrong. */
export async function markChecked(db: Db, { applicationId, runId }: RunKey, off: number, now: Date): Promise<void> {
  await db
    .updateTable('run')
    .set({ counters_checked_at: now, counters_off: off })
    .where(eb => eb.and({ application_id: applicationId, run_id: runId }))
    .execute()
}

/**
 * Returns runs that are due for a check: soon after their end, and again a week later, when nearly all opens and clicks are in. Bounded by
 * what ended in the last `days`.
 */
export async function selectUnchecked(
  db: Db,
  now: Date,
  options: { days: number; againAfterDays: number; limit: number },
): Promise<RunKey[]> {
  const { days, againAfterDays, limit } = options
  const { rows } = await sql<RunKey>`
    select application_id as "applicationId", run_id as "runId" from run
    where ended_at between ${now}::timestamptz - make_interval(days => ${days}) and ${now}::timestamptz - interval '10 seconds'
      and details_removed_at is null and state <> 'missed'
      and (counters_checked_at is null or (counters_checked_at < ended_at + make_interval(days => ${againAfterDays})
        and ended_at < ${now}::timestamptz - make_interval(days => ${againAfterDays})))
    order by ended_at limit ${limit}`.execute(db)
  return rows
}

/** Returns runs whose details are still there, in the order of their keys, from the one after `after`; of one application if it is named. */
export async function selectCountable(
  db: Db,
  { applicationId, after, limit }: { applicationId: string | null; after: RunKey | null; limit: number },
): Promise<RunKey[]> {
  return db
    .selectFrom('run')
    .where('details_removed_at', 'is', null)
    .where('state', '<>', 'missed')
    .$if(applicationId !== null, query => query.where('application_id', '=', applicationId))
    .$if(after !== null, query =>
      query.where(sql<boolean>`(application_id, run_id) > (${after?.applicationId}::uuid, ${after?.runId}::uuid)`),
    )
    .select(['application_id as applicationId', 'run_id as runId'])
    .orderBy('application_id')
    .orderBy('run_id')
    .limit(limit)
    .execute()
}

/** Returns the applications with runs whose details are still there: all, the one that is named, or none if it has no such run. */
export async function selectRecounted(db: Db, applicationId: string | null, runId: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('run')
    .where('details_removed_at', 'is', null)
    .$if(applicationId !== null, query => query.where('application_id', '=', applicationId))
    .$if(runId !== null, query => query.where('run_id', '=', runId))
    .select('application_id as applicationId')
    .distinct()
    .execute()
  return rows.map(row => row.applicationId)
}
