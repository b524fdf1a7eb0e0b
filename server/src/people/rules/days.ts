/** Days of a time zone, and the instants at which they begin. */

/** The day that it is there, `YYYY-MM-DD`. */
export function dayAt(at: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString()
}

/** `n` days later; earlier where `n` is negative. */
export function addDays(day: string, n: number): string {
  return Temporal.PlainDate.from(day).add({ days: n }).toString()
}

/** Days from the first to the second. */
export function daysBetween(first: string, second: string): number {
  return Temporal.PlainDate.from(first).until(second, { largestUnit: 'day' }).days
}

/** Its first instant; not every day begins at midnight. */
export function startOf(day: string, timezone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timezone).startOfDay().epochMilliseconds)
}
