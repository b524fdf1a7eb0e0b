/** A rate limit: `perSecond`, and up to `atOnce` after a quiet time. */
export function createBudget({ perSecond, atOnce }: { perSecond: number; atOnce: number }): () => boolean {
  let left = atOnce
  let lastMs = performance.now()
  return () => {
    const nowMs = performance.now()
    left = Math.min(atOnce, left + ((nowMs - lastMs) / 1000) * perSecond)
    lastMs = nowMs
    if (left < 1) return false
    left--
    return true
  }
}
