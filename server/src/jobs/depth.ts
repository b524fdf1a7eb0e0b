/** How much background work is queued. Counting is bounded, so that it costs the same however much there is. */
import { sql } from 'kysely'
import type { Db } from '../db/schema/tables.ts'

export interface JobDepth {
  waiting: number
  running: number
  /** Jobs that failed so often that they are not retried. */
  failed: number
  /** How long the oldest job that could run has waited. */
  oldestSeconds: number | null
}

/** Counting stops here. */
export const MOST_JOBS = 10_000

export async function readJobDepth(db: Db): Promise<JobDepth> {
  const { rows } = await sql<JobDepth>`
    select
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
      extract(epoch from now() - min(run_at) filter (
        where locked_at is null and attempts < max_attempts and run_at <= now()))::float8 as "oldestSeconds"
    from (
      select locked_at, attempts, max_attempts, run_at from graphile_worker._private_jobs
      where run_at <= now() or locked_at is not null or attempts >= max_attempts limit ${sql.lit(MOST_JOBS)}
    ) jobs`.execute(db)
  return rows[0] ?? { waiting: 0, running: 0, failed: 0, oldestSeconds: null }
}
