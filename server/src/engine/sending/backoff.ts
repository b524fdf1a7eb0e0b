/** When a message that was put off is tried again. */
/** Of the waits: those for a server that is busy for a moment. */
const QUICK_WAITS = 3

// Of the server, not of the recipient: a moment later it may well take the message.
const PASSING: ReadonlySet<string> = new Set([
  'rate_limited',
  'temporary_failure',
  'server_closing',
  'connection_refused',
  'connection_timeout',
])

/**
 * How many waits are behind a message that was put off at its attempt number `n`, for this reason of a delivery. What passes, or
 * whatever the provider named a time for, begins with the quick ones. Whoever wants to see a second attempt, is full or asleep is
 * left alone for longer, and so is a message that is in doubt: by then a report may have said that it arrived.
 */
export function waitsBehind(reason: string, n: number, hasTime = false): number {
  return hasTime || PASSING.has(reason) ? n : Math.max(n, QUICK_WAITS + 1)
}

/**
 * When a message is tried again, in milliseconds since 1970: after the wait number `waits`, yet no sooner than `leastMs` from
 * `lastMs`. Rounded up to a quarter of the wait, so that those which were put off at about the same time share a list.
 */
export function nextAttemptAt(waits: number, lastMs: number, waitsMs: readonly number[], leastMs = 0): number {
  const waitMs = waitsMs[Math.min(waits, waitsMs.length) - 1] ?? 0
  const stepMs = Math.max(1, Math.floor(waitMs / 4))
  return Math.ceil((lastMs + Math.max(waitMs, leastMs)) / stepMs) * stepMs
}
