/**
 * Keeps a number of worker processes running. One that ends, for whatever reason, is taken over (recovery.ts) and replaced; one without a
 * heartbeat for 20 seconds is killed first, since its leases are about to expire.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { takeStartLock } from '../db/embedded/start-lock.ts'
import { endOf } from '../lib/process/child-end.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { keepInPlace } from './processors.ts'
import { recoverAll, recoverWorker } from './record/recovery.ts'
import { TUNING } from './tuning.ts'
import type { WorkerOrder } from './worker.ts'

interface SupervisorOptions {
  database: Database
  clock: Clock
  log: Log
  dataDir: string
  workers: number
  order: Omit<WorkerOrder, 'workerId' | 'hostId' | 'journalsDir'>
  /** Called for each worker that is replaced; `hung`: it was killed because its heartbeat stopped. */
  onRestart?(reason: 'died' | 'hung'): void
  /** The workers' program; tests that kill workers pass their own. */
  entry?: URL
}

export interface Supervisor {
  /** Process ids of the running workers. */
  pids(): number[]
  /** Lets the workers finish what is in flight, and takes over what they could not. */
  stop(): Promise<void>
}

interface Child {
  process: ChildProcess
  workerId: string
  lastBeatMs: number
  isHung: boolean
}

const ENTRY = new URL('./worker-process.ts', import.meta.url)
// Keeps a worker's memory the same for small and large campaigns. By default V8 lets garbage grow with the machine's memory; with these
// flags a worker takes 237 MB after 10,000 emails and 261 MB after a million. The young generation gets its full size at once, so large
// that a batch is garbage before it is promoted (half of it saves 50 MB and costs 5 of 98 us per web push); the old generation is collected
// early.
const MEMORY = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--initial-old-space-size=24',
  '--heap-growing-percent=70',
]
// For `node:ffi`, by which workers call OpenSSL (channels/webpush/openssl.ts): each would print a warning.
const CALM = '--disable-warning=ExperimentalWarning'
const CHECK_MS = 1000
// A process that is starting sends no heartbeat yet.
const START_MS = 60_000
const SHORT_LIFE_MS = 5000
const LONGEST_PAUSE_MS = 5000

/** Takes over what an earlier start left behind, then starts the workers. Rejects while another process owns the folder. */
export async function startSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const journalsDir = join(options.dataDir, 'journal')
  mkdirSync(journalsDir, { recursive: true, mode: 0o700 })
  // The supervisor that owns the folder kills and takes over every worker that is not its own.
  const unlock = await takeStartLock(join(journalsDir, 'supervisor.lock'), options.dataDir)
  const hostId = readHostId(journalsDir)
  const recovery = { ...options, hostId, journalsDir }
  await recoverAll(recovery, new Set())

  const children = new Map<number, Child>()
  const stopping = new AbortController()
  const keepAlive = async (slot: number): Promise<void> => {
    for (let shortLives = 0; !stopping.signal.aborted;) {
      const startedAt = performance.now()
      const child = startChild(options, hostId, journalsDir)
      children.set(slot, child)
      // By its first message it has started the threads that need not be pinned.
      child.process.once('message', () => void keepInPlace(child.process.pid ?? 0, slot, options.workers))
      await endOf(child.process)
      children.delete(slot)
      if (!stopping.signal.aborted) options.onRestart?.(child.isHung ? 'hung' : 'died')
      await untilDone(() => recoverWorker(recovery, child.workerId), options.log, stopping.signal)
      shortLives = performance.now() - startedAt < SHORT_LIFE_MS ? shortLives + 1 : 0
      // The first replacement starts at once; a worker that keeps dying must not use up the machine with restarts.
      const pauseMs = shortLives <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, 50 * 2 ** shortLives)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const slots = Array.from({ length: options.workers }, (_, slot) => keepAlive(slot))
  const stuckMs = options.order.tuning.stuckMs ?? TUNING.stuckMs
  const watch = watchBeats(children, stuckMs, options.log)

  return {
    pids: () => [...children.values()].flatMap(({ process: { pid } }) => pid ?? []),
    stop: async () => {
      stopping.abort()
      clearInterval(watch)
      for (const { process: child } of children.values()) if (child.connected) child.send('stop')
      const stopMs = (options.order.tuning.stopMs ?? TUNING.stopMs) + CHECK_MS * 5
      const killer = setTimeout(() => children.forEach(child => child.process.kill('SIGKILL')), stopMs)
      await Promise.all(slots)
      clearTimeout(killer)
      await unlock()
    },
  }
}

function startChild({ order, entry, log }: SupervisorOptions, hostId: string, journalsDir: string): Child {
  const workerId = uuidv7()
  const process = fork(entry ?? ENTRY, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [...MEMORY, CALM] })
  const child: Child = { process, workerId, lastBeatMs: performance.now() + START_MS, isHung: false }
  process.on('message', () => (child.lastBeatMs = performance.now()))
  process.on('error', error => log.error({ err: error }, 'a worker process could not be reached'))
  process.on('exit', (code, signal) => code !== 0 && log.warn({ workerId, code, signal }, 'a worker ended'))
  process.send({ ...order, workerId, hostId, journalsDir } satisfies WorkerOrder)
  return child
}

/** After the machine slept, workers get a fresh deadline: their heartbeats slept too. */
function watchBeats(children: ReadonlyMap<number, Child>, stuckMs: number, log: Log): NodeJS.Timeout {
  let lastLookMs = performance.now()
  return setInterval(() => {
    const nowMs = performance.now()
    const wasAway = nowMs - lastLookMs > CHECK_MS * 5
    lastLookMs = nowMs
    for (const child of children.values()) {
      if (wasAway) child.lastBeatMs = nowMs
      if (nowMs - child.lastBeatMs <= stuckMs) continue
      log.warn({ workerId: child.workerId }, 'a worker does not answer and is killed')
      child.isHung = true
      child.process.kill('SIGKILL')
    }
  }, CHECK_MS)
}

/**
 * Retries until it succeeds: no worker may claim a dead worker's batches before its journal is stored, however long the database is
 * unreachable. When stopped, the supervisor leaves that to the next start.
 */
async function untilDone(work: () => Promise<void>, log: Log, stopped: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      log.warn({ err: error }, 'the journal of a worker waits to be taken over')
      if (stopped.aborted) return
      await delay(500)
    }
  }
}

/** The id of this folder of journals in the database. It is lost with the folder, so that no machine waits for journals that are gone. */
function readHostId(journalsDir: string): string {
  const path = join(journalsDir, 'host-id')
  try {
    writeFileSync(path, uuidv7(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}
