// Runs the server as a child process in a process group of its own and passes signals on, each press once.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import process from 'node:process'

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

/**
 * Starts Node with these arguments in folder `cwd` and waits for its end. SIGINT and SIGTERM are passed on once; a second press
 * kills it and everything it started. Answers its exit code, 128 + n when signal n ended it.
 */
export function supervise(args: string[], cwd: string): Promise<number> {
  const watch = new URL('./parent-watch.mjs', import.meta.url).href
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', watch, ...args], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Its own group: the terminal's Ctrl-C must come from us alone, and the second press must reach all it started.
    detached: process.platform !== 'win32',
  })
  const gate = createSignalGate(() => performance.now())
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      const action = gate()
      // A closed terminal (SIGHUP) asks for an orderly stop like any other.
      if (action === 'pass') child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      if (action === 'kill') killAll(child.pid)
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}

function killAll(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}
