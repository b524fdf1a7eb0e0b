/** Totals of lists. Counting more rows than 100,000 takes long enough for the figure to be kept for ten seconds. */
import type { Clock } from '../../lib/clock.ts'

const LARGE = 100_000
const KEPT_MS = 10_000
const KEPT_MAX = 1000

/** Answers `count()`, or what it answered lately for the same key. */
export function createTotals(clock: Clock): (key: string, count: () => Promise<number>) => Promise<number> {
  const kept = new Map<string, { total: number; until: number }>()
  return async (key, count) => {
    const now = clock.now().getTime()
    const known = kept.get(key)
    if (known !== undefined && known.until > now) return known.total
    const total = await count()
    kept.delete(key)
    if (kept.size >= KEPT_MAX) kept.clear()
    if (total > LARGE) kept.set(key, { total, until: now + KEPT_MS })
    return total
  }
}
