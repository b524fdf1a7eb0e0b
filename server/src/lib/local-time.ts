/** Local times on the calendar of a time zone, and the instants that they mean there. */

export const DAY_SECONDS = 86_400

/**
 * The instant of a time of day on a calendar day, in epoch seconds. A time that the day skips (the clock springs forward)
 * becomes the first moment after the gap; one that it has twice is meant the first time.
 */
export function instantOf(day: Temporal.PlainDate, secondsOfDay: number, timezone: string): number {
  const wanted = day.toPlainDateTime(Temporal.PlainTime.from('00:00')).add({ seconds: secondsOfDay })
  const earlier = wanted.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  if (earlier.toPlainDateTime().equals(wanted)) return secondsOf(earlier)
  // In a gap "earlier" lies before it, and so the gap's end is the next change of the zone's offset.
  const end = earlier.getTimeZoneTransition('next')
  return secondsOf(end ?? wanted.toZonedDateTime(timezone, { disambiguation: 'later' }))
}

/** The calendar day that holds an instant on the zone's clock. */
export function dayOf(epochSeconds: number, timezone: string): Temporal.PlainDate {
  return zonedAt(epochSeconds, timezone).toPlainDate()
}

/** An instant as the zone's clock shows it. */
export function zonedAt(epochSeconds: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1000).toZonedDateTimeISO(timezone)
}

/**
 * Turns seconds of a day in UTC into seconds of that day on the zone's clock. A day on which the clock changes has two
 * offsets; the one at noon counts, which holds for most of the day.
 */
export function localSecondsOf(utcSeconds: number, day: Temporal.PlainDate, timezone: string): number {
  const noon = day.toZonedDateTime({ timeZone: timezone, plainTime: '12:00' })
  const shifted = utcSeconds + Math.round(noon.offsetNanoseconds / 1e9)
  return ((shifted % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
}

function secondsOf(moment: Temporal.ZonedDateTime): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}
