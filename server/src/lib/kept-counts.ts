/** Costly counts, kept while they hold, so that any number of watchers costs what one does. */

export interface AskedCount {
  key: string
  /** What the count follows from: as long as it is the same, so is the count. Without it only time says. */
  standing?: string
  /** Nothing moves any more but what `standing` tells: a count of before is not good enough, however fresh. */
  hasEnded?: boolean
}

interface Kept<T> {
  standing: string | undefined
  /** Until then it is fresh; for ever while it is being counted. */
  untilMs: number
  counted: Promise<T>
}

const KEPT_MAX = 500
/** Counting takes a twentieth of the time at most, however large a run is. */
const FRESH_FOR_COST = 20

/** One count a key. `freshMs`: so long it is not done again, at the least. What could not be counted is not kept. */
export function createKeptCounts<T>(
  freshMs: number,
  nowMs: () => number = () => performance.now(),
): (asked: AskedCount, count: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Kept<T>>()
  return ({ key, standing, hasEnded = false }, count) => {
    const beganMs = nowMs()
    const known = kept.get(key)
    if (known !== undefined) {
      const isSame = standing !== undefined && known.standing === standing
      if (isSame || (!hasEnded && beganMs < known.untilMs)) return known.counted
    }
    const entry: Kept<T> = { standing, untilMs: Infinity, counted: count() }
    kept.delete(key)
    kept.set(key, entry)
    entry.counted.then(
      () => {
        const endedMs = nowMs()
        entry.untilMs = endedMs + Math.max(freshMs, (endedMs - beganMs) * FRESH_FOR_COST)
      },
      () => kept.get(key) === entry && kept.delete(key),
    )
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break
      kept.delete(oldest)
    }
    return entry.counted
  }
}
