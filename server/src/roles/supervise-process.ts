/**
 * Keeps one process running: restarts it when it ends, with growing pauses if it ends again and again, and kills it if its heartbeat stops,
 * for whatever reason (an endless loop, a stopped process, a full heap).
 */
import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { type ChildEnd, endOf } from '../lib/process/child-end.ts'
import type { Log } from '../lib/log.ts'
import { StartError } from '../lib/start-error.ts'
import type { FromRole, RoleName, RoleOrder, RoleReady, ToRole } from './role-messages.ts'
import type { RestartReason } from './restarts.ts'

interface ProcessPlan {
  name: RoleName
  /** Flags of Node, such as its heap limit. */
  flags: string[]
  /** Called before each start. */
  order(): RoleOrder
  /** Called after the first start and each further one. */
  onReady(ready: RoleReady, child: SupervisedProcess): void
  onRestart(reason: RestartReason): void
  /** How long it may go without a heartbeat. */
  silentMs: number
  /** How long it may take to stop. */
  stopMs: number
}

export interface SupervisedProcess {
  send(message: ToRole): void
  /** Lets it finish its current work. */
  stop(): Promise<void>
}

const ENTRY = new URL('./role-process.ts', import.meta.url)
/** Interval of a role's heartbeat (role-process.ts). */
export const BEAT_MS = 500
const CHECK_MS = 1000
/** A starting process has to load its modules, which takes long on a busy machine. */
const START_MS = 60_000
const LONG_LIFE_MS = 60_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Starts the process. Resolves when it is up for the first time; rejects with StartError if it refuses to start or ends before that. From
 * then on the process is kept running until `stop`.
 */
export async function superviseProcess(plan: ProcessPlan, log: Log): Promise<SupervisedProcess> {
  const stopping = new AbortController()
  let child = start(plan, log)
  const kept: SupervisedProcess = {
    send: message => void (child.process.connected && child.process.send(message)),
    stop: async () => {
      stopping.abort()
      kept.send('stop')
      const killer = setTimeout(() => child.process.kill('SIGKILL'), plan.stopMs)
      await child.ended
      clearTimeout(killer)
      await keeping
    },
  }
  let keeping = Promise.resolve()
  plan.onReady(await firstReady(plan, child), kept)
  keeping = keep()
  return kept

  async function keep(): Promise<void> {
    for (let shortLives = 0; ;) {
      const startedAtMs = performance.now()
      const { code, signal, isHung, refusal } = await child.ended
      if (stopping.signal.aborted) return
      shortLives = performance.now() - startedAtMs > LONG_LIFE_MS ? 0 : shortLives + 1
      const pauseMs = pauseOf(shortLives)
      const reason = isHung ? 'hung' : 'died'
      log.error({ process: plan.name, reason, code, signal, refusal, pauseMs }, 'a process ended and is started again')
      plan.onRestart(reason)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      child = start(plan, log)
      void child.ready.then(ready => ready !== undefined && plan.onReady(ready, kept))
    }
  }
}

/** The pause before the next start: none, then 1, 2, 4 ... 30 seconds. */
export function pauseOf(shortLives: number): number {
  return shortLives <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (shortLives - 2))
}

interface End extends ChildEnd {
  isHung: boolean
  refusal: string | undefined
}

interface Child {
  process: ChildProcess
  /** Resolves to undefined if it ended before it was ready. */
  ready: Promise<RoleReady | undefined>
  ended: Promise<End>
}

async function firstReady({ name }: ProcessPlan, child: Child): Promise<RoleReady> {
  const ready = await child.ready
  if (ready !== undefined) return ready
  const { refusal, code, signal } = await child.ended
  throw new StartError(refusal ?? `The ${name} process could not start: it ended with ${signal ?? code}.`)
}

function start({ name, flags, order, silentMs }: ProcessPlan, log: Log): Child {
  // The name is for process lists. Only this role's flags are used: those of the main process are not passed on.
  const child = fork(ENTRY, [name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: flags })
  const { promise: ready, resolve } = Promise.withResolvers<RoleReady | undefined>()
  let refusal: string | undefined
  let isHung = false
  let lastBeatMs = performance.now() + START_MS
  child.on('message', (message: FromRole) => {
    if (message === 'beat') lastBeatMs = performance.now()
    else if ('ready' in message) resolve(message.ready)
    else refusal = message.refused
  })
  child.on('error', error => log.error({ err: error, process: name }, 'a process could not be reached'))
  let lastLookMs = performance.now()
  const watch = setInterval(() => {
    const nowMs = performance.now()
    // The time that a machine was asleep must not count as the process's silence.
    if (nowMs - lastLookMs > CHECK_MS * 5) lastBeatMs = nowMs
    lastLookMs = nowMs
    if (nowMs - lastBeatMs <= silentMs || isHung) return
    isHung = true
    log.error({ process: name, silentMs }, 'a process does not answer and is killed')
    child.kill('SIGKILL')
  }, CHECK_MS)
  const ended = endOf(child).then(end => {
    clearInterval(watch)
    resolve(undefined)
    return { ...end, isHung, refusal }
  })
  child.send({ order: order() } satisfies ToRole)
  return { process: child, ready, ended }
}
