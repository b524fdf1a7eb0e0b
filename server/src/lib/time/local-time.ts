/** Local times on the calendar of a time zone, and the instants that they mean there. */

export const DAY_SECONDS = 86_400

/**
 * Returns the instant of a time of day on a calendar day, in epoch seconds. A time that the day skips (the clock moves forward) becomes the
 * first instant after the gap; for one that occurs twice, the first counts.
 */
export function instantOf(day: Temporal.PlainDate, secondsOfDay: number, timezone: string): number {
  const wanted = day.toPlainDateTime(Temporal.PlainTime.from('00:00')).add({ seconds: secondsOfDay })
  const earlier = wanted.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  if (earlier.toPlainDateTime().equals(wanted)) return secondsOf(earlier)
  // In a gap "earlier" lies before it, so the gap's end is the next change of the zone's offset.
  const end = earlier.getTimeZoneTransition('next')
  return secondsOf(end ?? wanted.toZonedDateTime(timezone, { disambiguation: 'later' }))
}

/** The calendar day of an instant in the zone. */
export function dayOf(epochSeconds: number, timezone: string): Temporal.PlainDate {
  return zonedAt(epochSeconds, timezone).toPlainDate()
}

/** An instant as the zone's clock shows it. */
export function zonedAt(epochSeconds: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1000).toZonedDateTimeISO(timezone)
}

/**
 * Converts seconds of a day in UTC to seconds of that day in the zone. On a day on which the clock changes, the offset at noon counts,
 * which holds for most of the day.
 */
export function localSecondsOf(utcSeconds: number, day: Temporal.PlainDate, timezone: string): number {
  const noon = day.toZonedDateTime({ timeZone: timezone, plainTime: '12:00' })
  const shifted = utcSeconds + Math.round(noon.offsetNanoseconds / 1e9)
  return ((shifted % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
}

function secondsOf(moment: Temporal.ZonedDateTime): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}
