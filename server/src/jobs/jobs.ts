import { EventEmitter } from 'node:events'
import { Logger, run, runMigrations, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from '../db/schema/tables.ts'
import type { Log } from '../lib/log.ts'
import { freeAbandonedJobs } from './abandoned.ts'

/**
 * Coarse background work: start a run, insert an import, expire something. Idempotent, since a killed worker's job runs again. A job that
 * can take minutes, or that waits for another server, is declared as `long`: those have places of their own, so that they never keep a
 * campaign from starting. Deliveries never come here: the engine claims its batches itself.
 */
export interface JobHandlers {
  [name: string]: JobHandler | { long: JobHandler }
}

export type JobHandler = (payload: unknown) => Promise<void>

const QUICK_PLACES = 6
const LONG_PLACES = 4

/** The queue of an application's long jobs: it has one place of all at a time. */
export function longQueue(applicationId: string): string {
  return `long ${applicationId}`
}

interface EnqueueOptions {
  runAt?: Date
  /** A later job with the same key replaces the one that still waits. */
  key?: string
  /** With a key: a job that still waits keeps its moment. */
  keepsRunAt?: boolean
  /** Jobs of one queue run one after the other. */
  queue?: string
}

/** Adds a job in the caller's transaction: it exists exactly when the transaction commits. */
export async function enqueue(
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}, payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz, job_key => ${options.key ?? null}::text,
    job_key_mode => ${options.keepsRunAt === true ? 'preserve_run_at' : 'replace'}::text,
    queue_name => ${options.queue ?? null}::text, max_attempts => 10)`.execute(db)
}

/** Creates or updates the queue's own tables. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
}

/** Runs handlers until `stop`, which lets running ones finish. Jobs that a killed process left behind run again. */
export async function startJobs(pool: Pool, handlers: JobHandlers, log: Log): Promise<{ stop(): Promise<void> }> {
  const quick: TaskList = {}
  const long: TaskList = {}
  for (const [name, handler] of Object.entries(handlers)) {
    if (typeof handler === 'function') quick[name] = (payload: unknown) => handler(payload)
    else long[name] = (payload: unknown) => handler.long(payload)
  }
  const kinds = [
    { tasks: quick, places: QUICK_PLACES },
    { tasks: long, places: LONG_PLACES },
  ]
  const used = kinds.filter(({ tasks }) => Object.keys(tasks).length > 0)
  const runners = await Promise.all(used.map(({ tasks, places }) => startRunner(pool, tasks, places, log)))
  return {
    stop: async () => {
      await Promise.all(runners.map(runner => runner.stop()))
    },
  }
}

async function startRunner(pool: Pool, taskList: TaskList, concurrency: number, log: Log) {
  const events: WorkerEvents = new EventEmitter()
  let name = ''
  events.on('pool:create', ({ workerPool }) => (name = workerPool.id))
  const runner: Runner = await run({
    events,
    pgPool: pool,
    taskList,
    concurrency,
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

/** Only a caller that looks for a finished job hears of it. */
const LOG_LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
