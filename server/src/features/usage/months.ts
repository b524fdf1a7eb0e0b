/** Months and days as usage counts them: those of UTC. */

export interface Span {
  from: Date
  to: Date
}

/** The month that holds a moment. */
export function monthOf(now: Date): Span {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { from: new Date(Date.UTC(year, month)), to: new Date(Date.UTC(year, month + 1)) }
}

/** Its first moment. */
export function dayOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
}

const TOO_EARLY_MS = 48 * 3_600_000

/** What a count comes to at the month's end, should it go on as it has so far; null in the first two days. */
export function forecastOf(used: number, now: Date): number | null {
  const { from, to } = monthOf(now)
  const passedMs = now.getTime() - from.getTime()
  if (passedMs < TOO_EARLY_MS) return null
  return Math.round((used * (to.getTime() - from.getTime())) / passedMs)
}
