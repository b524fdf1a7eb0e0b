/** A run as a stream of server-sent events. */
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { setTimeout as sleep } from 'node:timers/promises'

const TICK_MS = 1000
/** A comment now and then keeps proxies from closing a quiet stream, and is the moment to ask whether the reader still may. */
const KEEP_ALIVE_TICKS = 15

export interface Watch {
  read: () => Promise<RunProgress>
  /** Whether the person who opened the stream may still read it. */
  mayRead: () => Promise<boolean>
  signal: AbortSignal
}

/**
 * Events named `progress`, one a second at most and only when something changed, until the run has ended, the right is gone
 * or `signal` aborts.
 */
export async function* watchProgress({ read, mayRead, signal }: Watch): AsyncGenerator<string> {
  let last = ''
  for (let tick = 1; !signal.aborted; tick++) {
    const progress = await read()
    const event = `event: progress\ndata: ${JSON.stringify(progress)}\n\n`
    if (withoutCourse(progress) !== last) yield event
    last = withoutCourse(progress)
    if (hasEnded(progress)) return
    if (tick % KEEP_ALIVE_TICKS === 0) {
      if (!(await mayRead())) return
      yield ': still here\n\n'
    }
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Its last point is always now; that alone is no news. */
function withoutCourse({ over_time: _, ...rest }: RunProgress): string {
  return JSON.stringify(rest)
}

function hasEnded(progress: RunProgress): boolean {
  return progress.ended_on !== null
}

/** Many watchers of one run share one reading: what was read within the last moments is answered again. */
export function createSharedReads<T>(freshMs: number): (key: string, read: () => Promise<T>) => Promise<T> {
  const reads = new Map<string, { atMs: number; value: Promise<T> }>()
  return (key, read) => {
    const nowMs = performance.now()
    const known = reads.get(key)
    if (known !== undefined && nowMs - known.atMs < freshMs) return known.value
    for (const [old, { atMs }] of reads) if (nowMs - atMs >= freshMs) reads.delete(old)
    const value = read()
    reads.set(key, { atMs: nowMs, value })
    return value
  }
}
