import { EventEmitter } from 'node:events'
import { Logger, run, runMigrations, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from '../db/schema/tables.ts'
import type { Log } from '../lib/log.ts'
import { freeAbandonedJobs } from './abandoned.ts'

/**
 * Coarse background work: start a run, insert an import, expire something. Short and idempotent, since a killed worker's
 * job runs again. Deliveries never come here: the engine claims its batches itself.
 */
export interface JobHandlers {
  [name: string]: (payload: unknown) => Promise<void>
}

interface EnqueueOptions {
  runAt?: Date
  /** A later job with the same key replaces the one that still waits. */
  key?: string
}

/** Adds a job in the caller's transaction: it exists exactly when the transaction commits. */
export async function enqueue(
  db: Kysely<Tables>,
  name: string,
  payload: Record<string, unknown>,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}, payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz, job_key => ${options.key ?? null}::text, max_attempts => 10)`.execute(
    db,
  )
}

/** Creates or updates the queue's own tables. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
}

/** Runs handlers until `stop`, which lets running ones finish. Jobs that a killed process left behind run again. */
export async function startJobs(pool: Pool, handlers: JobHandlers, log: Log): Promise<{ stop(): Promise<void> }> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, (payload: unknown) => handler(payload)]),
  )
  const events: WorkerEvents = new EventEmitter()
  let name = ''
  events.on('pool:create', ({ workerPool }) => (name = workerPool.id))
  const runner: Runner = await run({
    events,
    pgPool: pool,
    taskList,
    concurrency: 4,
    pollInterval: 1000,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: new Logger(() => (level, message) => log[LOG_LEVELS[level]](message)),
  })
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'job runner stopped'))
  const abandoned = freeAbandonedJobs(pool, name, log)
  return {
    stop: async () => {
      await runner.stop()
      await abandoned.stop()
    },
  }
}

/** Each finished job is news to nobody but who looks for it. */
const LOG_LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
