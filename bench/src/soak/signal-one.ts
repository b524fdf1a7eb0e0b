/** Signals a process that may have ended by itself: if it died just now, its successor is looked up and signalled. */
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_MS = 100
/** As long as PostgreSQL and its workers take to be back, on a loaded machine. */
const PATIENCE_MS = 60_000

/** Sends a signal to the process that `find` names, and answers its number; asks again while there is none that lives. */
export async function signalOne(
  signal: NodeJS.Signals,
  find: () => number | undefined | Promise<number | undefined>,
): Promise<number> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const pid = await find()
    if (pid !== undefined && reached(pid, signal)) return pid
    await delay(LOOK_MS)
  }
  throw new Error(`there is no process that lives to get ${signal}`)
}

function reached(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}
