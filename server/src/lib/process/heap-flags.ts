/** Node's flags of our processes that are about memory. */
import process from 'node:process'
import { getHeapStatistics } from 'node:v8'

/** `together`: API, scheduler and sandbox in one process. */
export type HeapOf = 'api' | 'scheduler' | 'sandbox' | 'together' | 'worker'

/** A runaway request or job ends its own process, not the machine. Large inputs are streamed, so ordinary work stays far below. */
const HEAP_MEGABYTES = 1024
const SMALL_HEAP_MEGABYTES = 512
const MEGABYTE = 1_048_576

/**
 * Keeps a worker's memory the same for small and large campaigns. By default V8 lets garbage grow with the machine's memory; with these
 * flags a worker takes 237 MB after 10,000 emails and 261 MB after a million. The young generation gets its full size at once, so large
 * that a batch is garbage before it is promoted (half of it saves 50 MB and costs 5 of 98 us per web push); the old generation is collected
 * early.
 */
const STEADY = ['--initial-old-space-size=24', '--heap-growing-percent=70']

const STRIP_ONCE = `--import=${new URL('./strip-once.mjs', import.meta.url).href}`

/** What is collected sooner takes less; a small machine pays for that with processor time. `gc` is for `collectAfterStart`. */
const SMALL = ['--optimize-for-size', '--max-semi-space-size=4', '--expose-gc', STRIP_ONCE]

/** What threads take over from this process: its other flags are not for them. */
export const THREAD_FLAGS = process.execArgv.filter(flag => flag === STRIP_ONCE)

/** The flags of a process, on a small machine or another one. */
export function heapFlags(of: HeapOf, isSmall: boolean): string[] {
  if (of === 'worker') return isSmall ? [...SMALL, ...STEADY] : [...semiSpace(64, 64), ...STEADY]
  if (isSmall) return [`--max-old-space-size=${heapMegabytes(SMALL_HEAP_MEGABYTES)}`, ...SMALL]
  const heap = `--max-old-space-size=${heapMegabytes(HEAP_MEGABYTES)}`
  // Requests produce much garbage and little that lives long. With a larger young generation hardly any of it is promoted: under hostile
  // load the longest pauses of other tenants were halved (`npm run soak -- hostile`).
  return of === 'api' ? [heap, ...semiSpace(32, 64)] : [heap]
}

function semiSpace(least: number, most: number): string[] {
  return [`--min-semi-space-size=${least}`, `--max-semi-space-size=${most}`]
}

/** Never more than Node's own default on this machine. */
function heapMegabytes(most: number): number {
  return Math.min(most, Math.floor(getHeapStatistics().heap_size_limit / MEGABYTE))
}

const STARTED_MS = 5000

/** On a small machine, frees what the start of this process left, once it is over: a tenth of its memory. */
export function collectAfterStart(): void {
  setTimeout(() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }), STARTED_MS).unref()
}
