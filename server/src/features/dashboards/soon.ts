/** Sections of a dashboard that may take longer than the rest of it: the page asks again for those that are not loaded yet. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'

/** So long a dashboard waits for one. */
export const WAIT_MS = 20
/** So long what was counted is used. */
export const FRESH_MS = 5_000

/** Null and not loaded where the count takes longer; null and loaded where it failed. */
export function soon<T>(counted: Promise<T>, log: Log): Promise<{ data: T | null; is_loaded: boolean }> {
  const known = counted.then(
    data => ({ data, is_loaded: true }),
    (error: unknown) => {
      log.warn({ err: error }, 'a section of a dashboard could not be counted')
      return { data: null, is_loaded: true }
    },
  )
  return Promise.race([known, delay(WAIT_MS, { data: null, is_loaded: false }, { ref: false })])
}
