import { expect } from 'vitest'
import { correctActivity, countActivityOff } from '../../engine/activity/rebuild-queries.ts'
import type { RunKey } from '../../engine/runs/run-queries.ts'
import type { Database } from '../../db/database.ts'

/**
 * What is counted of a run, by quarter and by kind, quarter and name; without shards and without what is zero. What messages were read with
 * stands without its quarter: see reader-queries.ts.
 */
async function activityOf(database: Database, { applicationId, runId }: RunKey): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(
    `select line from (
       select concat_ws(' ', extract(epoch from quarter), column_name, sum(n)) as line, sum(n) as n
       from activity_quarter q, lateral (
         select key as column_name, value::int as n from jsonb_each_text(to_jsonb(q) - '{application_id,channel,quarter,run_id,shard}'::text[])) c
       where application_id = $1 and run_id = $2 group by quarter, column_name
       union all
       select concat_ws(' ', kind, moment, name, column_name, sum(n)), sum(n)
       from activity_detail d,
         lateral (select case when kind not in ('browser', 'system', 'device') then extract(epoch from quarter) end as moment) m, lateral (
         select key as column_name, value::int as n
         from jsonb_each_text(to_jsonb(d) - '{application_id,channel,kind,quarter,run_id,name,shard}'::text[])) c
       where application_id = $1 and run_id = $2 group by kind, moment, name, column_name
     ) lines where n <> 0 order by line`,
    [applicationId, runId],
  )
  return rows.map(row => row.line)
}

/** Recounts the activity of a run from its deliveries and events. */
export async function rebuildActivity(database: Database, run: RunKey): Promise<void> {
  await database.kysely.transaction().execute(tx => correctActivity(tx, run))
}

/** Expects that a run's activity is what its deliveries, events and counters say. Returns it. */
export async function expectActivityRight(database: Database, run: RunKey): Promise<string[]> {
  const kept = await activityOf(database, run)
  expect(await countActivityOff(database.kysely, run)).toEqual({ quarters: 0, details: 0, segments: 0 })
  await rebuildActivity(database, run)
  expect(kept).toEqual(await activityOf(database, run))
  return kept
}
