/**
 * When a message is tried again, in milliseconds since 1970. Rounded up to a quarter of the wait, so that those which were put
 * off at about the same time share a list.
 */
export function nextAttemptAt(attempts: number, lastMs: number, waitsMs: readonly number[], leastMs = 0): number {
  const waitMs = waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? 0
  const stepMs = Math.max(1, Math.floor(waitMs / 4))
  return Math.ceil((lastMs + Math.max(waitMs, leastMs)) / stepMs) * stepMs
}
