/** Months and days of usage, in UTC. */

export interface Span {
  from: Date
  to: Date
}

/** The month of a given time. */
export function monthOf(now: Date): Span {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { from: new Date(Date.UTC(year, month)), to: new Date(Date.UTC(year, month + 1)) }
}

/** The start of the day. */
export function dayOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
}

const TOO_EARLY_MS = 48 * 3_600_000

/** Extrapolates a count to the end of the month; null in the first two days. */
export function forecastOf(used: number, now: Date): number | null {
  const { from, to } = monthOf(now)
  const passedMs = now.getTime() - from.getTime()
  if (passedMs < TOO_EARLY_MS) return null
  return Math.round((used * (to.getTime() - from.getTime())) / passedMs)
}
