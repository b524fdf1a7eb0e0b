/**
 * Keeps a number of worker processes running, on a small machine as many as are needed (worker-need.ts). One that ends, for whatever
 * reason, is taken over (recovery.ts) and replaced; one without a heartbeat for 20 seconds is killed first, since its leases are about to
 * expire.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { takeStartLock } from '../db/embedded/start-lock.ts'
import { endOf } from '../lib/process/child-end.ts'
import { heapFlags } from '../lib/process/heap-flags.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { pinProcess, unpinProcess } from './processors.ts'
import { takeOver, takeOverAll } from './record/take-over.ts'
import { TUNING, type Tuning } from './tuning.ts'
import type { WorkerOrder } from './worker.ts'
import { WorkerNeed } from './worker-need.ts'

interface SupervisorOptions {
  database: Database
  clock: Clock
  log: Log
  dataDir: string
  workers: number
  /** Memory comes before speed: workers but one run while there is a backlog. */
  isSmall?: boolean
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
  isReady: boolean
  /** It was told to end, because it is not needed. */
  isLeaving: boolean
}

const ENTRY = new URL('./worker-process.ts', import.meta.url)
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
  await takeOverAll(recovery)

  const children = new Map<number, Child>()
  const stopping = new AbortController()
  const tuning = { ...TUNING, ...options.order.tuning }
  const need = options.isSmall && options.workers > 1 ? needOf({ ...options, tuning }, children) : undefined
  const keepAlive = async (slot: number): Promise<void> => {
    for (let shortLives = 0; !stopping.signal.aborted;) {
      await need?.of(slot, stopping.signal)
      if (stopping.signal.aborted) return
      const startedAt = performance.now()
      const child = startChild(options, hostId, journalsDir)
      children.set(slot, child)
      // By its first message it has started the threads that need not be pinned.
      child.process.once('message', () => {
        child.isReady = true
        if (need) arrange(children, options.workers)
        else void pinProcess(child.process.pid ?? 0, slot, options.workers)
      })
      const { code } = await endOf(child.process)
      children.delete(slot)
      if (child.isLeaving) arrange(children, options.workers)
      else if (!stopping.signal.aborted) options.onRestart?.(child.isHung ? 'hung' : 'died')
      await untilDone(() => takeOver(recovery, child.workerId, code === 0), options.log, stopping.signal)
      shortLives = performance.now() - startedAt < SHORT_LIFE_MS ? shortLives + 1 : 0
      // The first replacement starts at once; a worker that keeps dying must not use up the machine with restarts.
      const pauseMs = shortLives <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, 50 * 2 ** shortLives)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const slots = Array.from({ length: options.workers }, (_, slot) => keepAlive(slot))
  const watching = need?.watch(stopping.signal)
  const watch = watchBeats(children, tuning.stuckMs, options.log)

  return {
    pids: () => [...children.values()].flatMap(({ process: { pid } }) => pid ?? []),
    stop: async () => {
      stopping.abort()
      clearInterval(watch)
      for (const { process: child } of children.values()) if (child.connected) child.send('stop')
      const stopMs = tuning.stopMs + CHECK_MS * 5
      const killer = setTimeout(() => children.forEach(child => child.process.kill('SIGKILL')), stopMs)
      await Promise.all([...slots, watching])
      clearTimeout(killer)
      await unlock()
    },
  }
}

/** Workers but the first one come with a backlog, and are told to end without one. */
function needOf(options: SupervisorOptions & { tuning: Tuning }, children: ReadonlyMap<number, Child>): WorkerNeed {
  const onQuiet = (): void => {
    for (const [slot, child] of children) {
      if (slot === 0 || !child.process.connected) continue
      child.isLeaving = true
      child.process.send('stop')
    }
  }
  return new WorkerNeed({ ...options, onQuiet })
}

/** While all workers run each keeps to its processor; fewer of them would leave the others idle. */
function arrange(children: ReadonlyMap<number, Child>, workers: number): void {
  const ready = [...children].filter(([, child]) => child.isReady)
  for (const [slot, { process: child }] of ready) {
    const pid = child.pid ?? 0
    void (ready.length === workers ? pinProcess(pid, slot, workers) : unpinProcess(pid, workers))
  }
}

function startChild(
  { order, entry, log, isSmall = false }: SupervisorOptions,
  hostId: string,
  journalsDir: string,
): Child {
  const workerId = uuidv7()
  const process = fork(entry ?? ENTRY, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...heapFlags('worker', isSmall), CALM],
  })
  const child: Child = {
    process,
    workerId,
    lastBeatMs: performance.now() + START_MS,
    isHung: false,
    isReady: false,
    isLeaving: false,
  }
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
