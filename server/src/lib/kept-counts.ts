/** Caches expensive counts, so that any number of watchers costs as much as one. */

export interface AskedCount {
  key: string
  /** The version of what is counted: while it is the same, so is the count. Without it only age decides. */
  standing?: string
  /** Only `standing` changes the count from now on: an older count is not used, however fresh. */
  hasEnded?: boolean
}

interface Kept<T> {
  standing: string | undefined
  /** Fresh until then; Infinity while it is being counted. */
  untilMs: number
  counted: Promise<T>
}

const KEPT_MAX = 500
/** Counting takes a twentieth of the time at most, however large a run is. */
const FRESH_FOR_COST = 20

interface Keeping {
  nowMs?: () => number
  /**
   * Those who ask do not wait, but ask again: what failed is told for as long as it took, so that it is not counted for ever. Otherwise
   * failures are not cached.
   */
  tellsFailures?: boolean
}

/** Caches one count per key, for at least `freshMs`. */
export function createKeptCounts<T>(
  freshMs: number,
  { nowMs = () => performance.now(), tellsFailures = false }: Keeping = {},
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
      () => {
        const endedMs = nowMs()
        entry.untilMs = tellsFailures ? endedMs + (endedMs - beganMs) : 0
        entry.standing = undefined
      },
    )
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break
      kept.delete(oldest)
    }
    return entry.counted
  }
}
