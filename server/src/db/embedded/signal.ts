import { join } from 'node:path'
import { runCommand } from './command.ts'

/** fast ends sessions and writes everything out; immediate stops at once, and the next start recovers from the log. */
export type ShutdownMode = 'fast' | 'immediate'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Asks a server to shut down. One that is gone already is no error. */
export async function signalServer(pid: number, mode: ShutdownMode, binaries: string): Promise<void> {
  const signal = signals[mode]
  if (process.platform === 'win32') {
    // Windows has no signals; PostgreSQL's own tool speaks to the pipe that stands for them.
    await runCommand(join(binaries, 'pg_ctl'), ['kill', signal.slice(3), String(pid)])
    return
  }
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
