/**
 * Pins each worker to a processor if there are at least as many workers as processors. Otherwise Linux leaves one of two processors idle
 * for a tenth of a campaign, although every worker has work: the receiver of a message (PostgreSQL, a mail server on the same machine) is
 * woken on its sender's processor and runs there first, until two workers share one processor for milliseconds. A pinned worker keeps its
 * own processor busy; all other processes may run on any.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Pins a worker process to its processor. Does nothing if that is impossible (no Linux, no `taskset`). */
export async function pinProcess(pid: number, slot: number, workers: number): Promise<void> {
  const processor = placeOf(slot, workers, await allowedProcessors())
  if (processor !== undefined) await pin(pid, [processor])
}

/** Undoes that, for a worker that others have left alone. */
export async function unpinProcess(pid: number, workers: number): Promise<void> {
  const allowed = await allowedProcessors()
  if (placeOf(0, workers, allowed) !== undefined) await pin(pid, processorsOf(allowed))
}

async function allowedProcessors(): Promise<string> {
  const status = await readFile('/proc/self/status', 'latin1').catch(() => '')
  return /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? ''
}

/** Only the main thread is pinned: garbage collection may use any processor. */
async function pin(pid: number, processors: readonly number[]): Promise<void> {
  // Passed as a mask, which BusyBox accepts as well.
  const mask = processors.reduce((sum, processor) => sum | (1n << BigInt(processor)), 0n).toString(16)
  await new Promise<void>(resolve => execFile('taskset', ['-p', mask, String(pid)], () => resolve()))
}

/**
 * The processor for a worker; undefined if there are more processors than workers. `allowed`: the processors of this process, such as
 * "0-3,8".
 */
export function placeOf(slot: number, workers: number, allowed: string): number | undefined {
  const processors = processorsOf(allowed)
  return processors.length < 2 || workers < processors.length ? undefined : processors[slot % processors.length]
}

function processorsOf(allowed: string): number[] {
  return allowed.split(',').flatMap(range => {
    const [first = NaN, last = first] = range.split('-').map(Number)
    return Number.isInteger(first) && range !== '' ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : []
  })
}
