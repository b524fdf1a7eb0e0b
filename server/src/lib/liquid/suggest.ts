/** "Did you mean": the known name that a mistyped one most likely means. */

/**
 * Returns the candidate closest to the typed text, or undefined if none is near. Case, spaces, hyphens and underscores do not count; beyond
 * that about one wrong letter in three is tolerated.
 */
export function closestMatch(typed: string, candidates: Iterable<string>): string | undefined {
  if (typed.length > LONGEST_NAME) return undefined
  const wanted = bare(typed)
  const allowed = Math.max(1, Math.floor(wanted.length / 3))
  let best: string | undefined
  let bestDistance = allowed + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, bare(candidate), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** A longer name is not a typing error, and comparing takes the product of both lengths. */
const LONGEST_NAME = 100

function bare(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '')
}

/** Optimal string alignment distance (swapped neighbours count once), at most `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let distance = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) distance = Math.min(distance, (beforeLast[j - 2] ?? 0) + 1)
      row.push(distance)
    }
    beforeLast = last
    last = row
  }
  return Math.min(last[b.length] ?? limit, limit)
}
