/** Runs queued jobs. */
import { EventEmitter } from 'node:events'
import { Logger, run, runMigrations, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Pool } from 'pg'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import { startSpan, traced } from '../lib/tracing/tracing.ts'
import { type JobHandler, type JobHandlers, TRACE_FIELD } from './jobs.ts'

const QUICK_PLACES = 6
const LONG_PLACES = 4

/** Creates or migrates the queue's own tables. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
}

/** Runs handlers until `stop`, which lets running ones finish. Jobs that a killed process left behind run again. */
export async function startJobs(pool: Pool, handlers: JobHandlers, log: Log): Promise<{ stop(): Promise<void> }> {
  const quick: TaskList = {}
  const long: TaskList = {}
  for (const [name, handler] of Object.entries(handlers)) {
    if (typeof handler === 'function') quick[name] = (payload: unknown) => work(name, handler, payload)
    else long[name] = (payload: unknown) => work(name, handler.long, payload)
  }
  const kinds = [
    { tasks: quick, places: QUICK_PLACES },
    { tasks: long, places: LONG_PLACES },
  ]
  const used = kinds.filter(({ tasks }) => Object.keys(tasks).length > 0)
  const runners = await Promise.all(used.map(({ tasks, places }) => startRunner(pool, tasks, places, log)))
  const names = runners.map(({ name }) => name)
  const abandoned = freeAbandonedJobs(pool, names, log)
  return {
    stop: async () => {
      await Promise.all(runners.map(({ runner }) => runner.stop()))
      await abandoned.stop()
    },
  }
}

/** Runs one job. If it was added within a span, its own span is a child of that. */
function work(name: string, handler: JobHandler, payload: unknown): Promise<void> {
  const isTraced = typeof payload === 'object' && payload !== null && TRACE_FIELD in payload
  if (!isTraced) return handler(payload)
  const { [TRACE_FIELD]: trace, ...own } = payload
  const attributes = {
    'messaging.system': 'notifly',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.destination.name': name,
  }
  const span = startSpan({ name: `process ${name}`, kind: 'consumer', attributes }, String(trace))
  return traced(span, () => handler(own))
}

/** `name`: which jobs that it runs are locked by. */
async function startRunner(
  pool: Pool,
  taskList: TaskList,
  concurrency: number,
  log: Log,
): Promise<{ runner: Runner; name: string }> {
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
  return { runner, name }
}

/** Only callers that wait for a job to finish get the error. */
const LOG_LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

// Frees jobs of killed processes. The queue keeps them locked for four hours, since it cannot know; PostgreSQL knows at once. Each process
// holds an advisory lock on its name while its session lives, so a name whose lock is free belongs to a process that is gone, and its jobs
// are freed.

const SWEEP_MS = 2000
const PREFIX = 'jobs of '

/** Marks jobs locked by these names as owned, and frees jobs without an owner, until `stop`. */
function freeAbandonedJobs(pool: pg.Pool, names: readonly string[], log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = () => delay(SWEEP_MS, undefined, { signal }).catch(() => undefined)
  const keepSession = async (client: pg.PoolClient): Promise<void> => {
    await client.query('select pg_advisory_lock(hashtextextended($1 || name, 0)) from unnest($2::text[]) name', [
      PREFIX,
      names,
    ])
    while (!signal.aborted) {
      const freed = await freeAbandoned(client, names)
      if (freed.length > 0) log.warn({ freed }, 'freed the jobs of a process that ended')
      await pause()
    }
  }
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const client = await pool.connect()
        // Destroyed, not reused: the lock ends with its session.
        await keepSession(client).finally(() => client.release(true))
      } catch (error) {
        log.warn({ err: error }, 'abandoned jobs cannot be looked for; trying again')
        await pause()
      }
    }
  }
  const ended = loop()
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}

/** Returns the names whose jobs were freed. */
async function freeAbandoned(client: pg.ClientBase, own: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with holder as materialized (
       select distinct locked_by as name from graphile_worker._private_jobs where locked_by <> all ($1)
     )
     select name from holder where pg_try_advisory_xact_lock(hashtextextended($2 || name, 0))`,
    [own, PREFIX],
  )
  const names = rows.map(row => row.name)
  if (names.length > 0) await client.query('select graphile_worker.force_unlock_workers($1::text[])', [names])
  return names
}
