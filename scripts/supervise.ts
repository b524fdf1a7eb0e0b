// Runs the server as a child process in a process group of its own, passes signals on, each press once, and starts it again when
// it ends without having been told to, or gives no sign of life.
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * One press of Ctrl-C reaches us up to three times within milliseconds: from the terminal, from npm and from the launcher.
 * What comes within this time of the first is an echo of it.
 */
const ECHO_MS = 800

/**
 * Answers, for each arriving signal, what to do: pass the first press on, ignore its echoes, and kill at the second.
 */
export function createSignalGate(nowMs: () => number): () => 'pass' | 'ignore' | 'kill' {
  let firstAtMs: number | undefined
  return () => {
    if (firstAtMs === undefined) {
      firstAtMs = nowMs()
      return 'pass'
    }
    return nowMs() - firstAtMs < ECHO_MS ? 'ignore' : 'kill'
  }
}

export interface SuperviseTimes {
  /** How long the server may be silent. Its main process does little, so this is a defect or a stopped process. */
  silentMs: number
  /** How long what it started may take to end after it. */
  leaveMs: number
  /** The longest pause before it is started again. */
  longestPauseMs: number
}

const TIMES: SuperviseTimes = { silentMs: 30_000, leaveMs: 10_000, longestPauseMs: 30_000 }
/** For processes that do little: what they leave behind is collected soon, and takes no memory. */
export const FLAGS = [
  '--optimize-for-size',
  '--max-semi-space-size=2',
  '--expose-gc',
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('../server/src/lib/process/strip-once.mjs', import.meta.url).href}`,
]
const CHECK_MS = 1000
const LONG_LIFE_MS = 60_000
/** Killed processes are gone within this, unless they wait for a disk, or the first process of a container forgets its dead. */
const KILLED_MS = 2000

/** What the server says: that it lives, that all of it is up, and which process outside of its group it has (PostgreSQL). */
type Said = 'beat' | 'up' | { outside: number }

interface Server {
  process: ChildProcess
  isUp: boolean
  isHung: boolean
  outside: number | undefined
  /** Its exit code, 128 + n when signal n ended it. */
  ended: Promise<number>
}

/**
 * Starts Node with these arguments in folder `cwd` and waits for its end. SIGINT and SIGTERM are passed on once; a second press
 * kills it and everything it started. Once it has been up, it is started again until it is told to stop or stops by itself in
 * order (code 0). Answers its exit code, 128 + n when signal n ended it.
 */
export async function supervise(args: string[], cwd: string, times = TIMES): Promise<number> {
  const restarts = { died: 0, hung: 0 }
  const told = new AbortController()
  let server = start(args, cwd, times)
  const gate = createSignalGate(() => performance.now())
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      const action = gate()
      // A closed terminal (SIGHUP) asks for an orderly stop like any other.
      if (action === 'pass') server.process.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      if (action === 'pass') told.abort()
      if (action === 'kill') killAll(server)
    })
  }
  for (let wasUp = false, shortLives = 0; ;) {
    const startedAtMs = performance.now()
    const code = await server.ended
    await waitForExit(server, times.leaveMs)
    wasUp ||= server.isUp
    if (told.signal.aborted || !wasUp || code === 0) return code
    restarts[server.isHung ? 'hung' : 'died']++
    shortLives = performance.now() - startedAtMs > LONG_LIFE_MS ? 0 : shortLives + 1
    console.error(`Notifly ended with ${code} and is started again.`)
    const pauseMs = shortLives <= 1 ? 0 : Math.min(times.longestPauseMs, 1000 * 2 ** (shortLives - 2))
    await delay(pauseMs, undefined, { signal: told.signal }).catch(() => undefined)
    if (told.signal.aborted) return 0
    server = start(args, cwd, times)
    server.process.send({ restarts })
  }
}

function start(args: string[], cwd: string, { silentMs }: SuperviseTimes): Server {
  const child = spawn(process.execPath, [...FLAGS, ...args], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Its own group: the terminal's Ctrl-C must come from us alone, and the second press must reach all it started.
    detached: process.platform !== 'win32',
  })
  const { promise: ended, resolve } = Promise.withResolvers<number>()
  const server: Server = { process: child, isUp: false, isHung: false, outside: undefined, ended }
  const watch = watchBeats(server, silentMs)
  child.on('message', (said: Said) => {
    watch.beat()
    if (said === 'up') server.isUp = true
    else if (said !== 'beat') server.outside = said.outside
  })
  child.on('error', error => {
    console.error(error.message)
    // A message that did not reach it is no end.
    if (child.pid === undefined) resolve(1)
  })
  child.once('exit', (code, signal) => {
    watch.stop()
    resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
  })
  return server
}

/** From its first beat on. A machine that slept must not take its own pause for the server's. */
function watchBeats(server: Server, silentMs: number): { beat(): void; stop(): void } {
  let lastBeatMs: number | undefined
  let lastLookMs = performance.now()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    if (nowMs - lastLookMs > CHECK_MS * 5) lastBeatMs &&= nowMs
    lastLookMs = nowMs
    if (lastBeatMs === undefined || nowMs - lastBeatMs <= silentMs || server.isHung) return
    server.isHung = true
    console.error('Notifly does not answer and is killed.')
    server.process.kill('SIGKILL')
  }, CHECK_MS)
  return {
    beat: () => {
      lastBeatMs = performance.now()
    },
    stop: () => clearInterval(timer),
  }
}

/** What the server had started ends by itself without it, in order where it can; whatever does not is killed. */
async function waitForExit({ process: { pid } }: Server, leaveMs: number): Promise<void> {
  await untilGone(pid, leaveMs)
  killGroup(pid)
  await untilGone(pid, KILLED_MS)
}

async function untilGone(pid: number | undefined, timeoutMs: number): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs
  while (isProcessAlive(pid) && performance.now() < deadlineMs) await delay(50)
}

function isProcessAlive(pid: number | undefined): boolean {
  if (pid === undefined || process.platform === 'win32') return false
  try {
    process.kill(-pid, 0)
    return true
  } catch {
    return false
  }
}

function killAll({ process: { pid }, outside }: Server): void {
  killGroup(pid)
  // PostgreSQL stops at once by this, and recovers at the next start.
  if (outside !== undefined) sendIfThere(outside, 'SIGQUIT')
}

function killGroup(pid: number | undefined): void {
  if (pid !== undefined) sendIfThere(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
}

function sendIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in the meantime.
  }
}
