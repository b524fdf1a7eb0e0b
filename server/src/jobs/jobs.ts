/** What jobs are, and how they are added. Only the scheduler runs them (run-jobs.ts). */
import { sql } from 'kysely'
import type { Db } from '../db/schema/tables.ts'
import { currentTraceparent } from '../lib/tracing/tracing.ts'

/**
 * Coarse background work: start a run, insert an import, expire something. Jobs are idempotent, since that of a killed process runs again.
 * A job that can take minutes, or that waits for another server, is declared as `long`: these have slots of their own, so that they never
 * keep a campaign from starting. Deliveries are not jobs: the engine claims its batches itself.
 */
export interface JobHandlers {
  [name: string]: JobHandler | { long: JobHandler }
}

export type JobHandler = (payload: unknown) => Promise<void>

/** The queue of an application's long jobs, which runs one at a time. */
export function longQueue(applicationId: string): string {
  return `long ${applicationId}`
}

interface EnqueueOptions {
  runAt?: Date
  /** A later job with the same key replaces one that still waits. */
  key?: string
  /** With a key: a job that still waits keeps its time. */
  keepsRunAt?: boolean
  /** Jobs of one queue run one after the other. */
  queue?: string
}

/** Added to the payload: the traceparent of the span that added the job. */
export const TRACE_FIELD = 'traceparent'

/** Adds a job in the caller's transaction: it exists exactly if the transaction commits. */
export async function enqueue(
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  options: EnqueueOptions = {},
): Promise<void> {
  const trace = currentTraceparent()
  const stored = trace === undefined ? payload : { ...payload, [TRACE_FIELD]: trace }
  await sql`select graphile_worker.add_job(
    ${name}, payload => ${JSON.stringify(stored)}::json,
    run_at => ${options.runAt ?? null}::timestamptz, job_key => ${options.key ?? null}::text,
    job_key_mode => ${options.keepsRunAt === true ? 'preserve_run_at' : 'replace'}::text,
    queue_name => ${options.queue ?? null}::text, max_attempts => 10)`.execute(db)
}

/** Lets jobs that have used up their attempts run again, the first ten thousand of them. Returns how many. */
export async function rescheduleFailedJobs(db: Db): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null order by id limit 10000),
      run_at => now(), attempts => 0)`.execute(db)
  return rows.length
}

/** Deletes all jobs with these names, including those of processes that are gone. Returns how many. */
export async function dropJobs(db: Db, names: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = any (${[...names]}::text[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}
