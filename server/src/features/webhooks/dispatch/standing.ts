/** The consequences of a response: when an event is retried, when its endpoint rests, and when it is turned off. Pure functions. */

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** After the first attempt, the second, and so on. */
const RETRY_AFTER_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const

/** When an event is due again after this many attempts; null if it is given up. */
export function nextTry(tries: number, now: Date): Date | null {
  const afterMs = RETRY_AFTER_MS[tries - 1]
  return afterMs === undefined ? null : new Date(now.getTime() + afterMs)
}

/** The state of an endpoint. */
export interface Standing {
  /** In a row. */
  failures: number
  failingSince: Date | null
  restsUntil: Date | null
  lastSuccessAt: Date | null
}

/** After this many failures in a row the endpoint rests: one attempt at a time, at growing intervals. */
export const FAILURES_MAX = 20
const LONGEST_REST_MS = 30 * MINUTE_MS

const FAILING_DAYS = 5

export function afterSuccess(now: Date): Standing {
  return { failures: 0, failingSince: null, restsUntil: null, lastSuccessAt: now }
}

/** Requests that were running when the rest began no longer count. */
export function afterFailure(standing: Standing, now: Date): Standing {
  if (standing.restsUntil !== null && standing.restsUntil > now) return standing
  const failures = standing.failures + 1
  const restMs = Math.min(LONGEST_REST_MS, MINUTE_MS * 2 ** Math.max(0, failures - FAILURES_MAX))
  return {
    ...standing,
    failures,
    failingSince: standing.failingSince ?? now,
    restsUntil: failures >= FAILURES_MAX ? new Date(now.getTime() + restMs) : null,
  }
}

/** Five days without a success. */
export function hasFailedTooLong({ failingSince }: Standing, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_DAYS * 24 * HOUR_MS
}
