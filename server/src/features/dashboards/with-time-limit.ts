/** Sections of a dashboard that may take longer than the rest of it: the page asks again for those that are not loaded yet. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'

/** So long a dashboard waits for one. */
const WAIT_MS = 20
/** So long what was counted is used. */
export const FRESH_MS = 5_000

export interface Counted<T> {
  data: T | null
  is_loaded: boolean
}

/** Null and not loaded where the count takes longer; null and loaded where it failed. */
export function withTimeLimit<T>(counted: Promise<T | null>, log: Log): Promise<Counted<T>> {
  const known = counted.then<Counted<T>, Counted<T>>(
    data => ({ data, is_loaded: true }),
    (error: unknown) => {
      log.warn({ err: error }, 'a section of a dashboard could not be counted')
      return { data: null, is_loaded: true }
    },
  )
  return Promise.race([known, delay(WAIT_MS, { data: null, is_loaded: false }, { ref: false })])
}
