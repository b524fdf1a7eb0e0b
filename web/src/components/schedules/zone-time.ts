/** Days and clock times in a named time zone, computed with Intl, because some supported browsers lack Temporal. */

import { dateTimeFormat } from '../display/date-time-format.ts'

/** All parts of the zone's clock, in digits. */
const CLOCK: Intl.DateTimeFormatOptions = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}

/** A zone's offset from UTC at a moment, in seconds; positive east of UTC. */
export function offsetAt(epochSeconds: number, zone: string): number {
  const parts = dateTimeFormat('en-US', { ...CLOCK, timeZone: zone }).formatToParts(epochSeconds * 1000)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find(each => each.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return Math.round(shown / 1000 - epochSeconds)
}

/** Noon of a day (YYYY-MM-DD) in a zone, in epoch seconds: an instant that belongs to that day only. */
export function noonOf(day: string, zone: string): number {
  return momentOf(`${day}T12:00:00Z`, zone)
}

/** The last second of a day in a zone, in epoch seconds. */
export function endOf(day: string, zone: string): number {
  return momentOf(`${day}T23:59:59Z`, zone)
}

/** The moment, in epoch seconds, when a zone's clock shows the date and time that `shown` has in UTC. */
export function momentOf(shown: string, zone: string): number {
  const asUtc = Date.parse(shown) / 1000
  // The first guess may be on the other side of a change of offset; the second one is not.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc, zone), zone)
}

/** The day of a moment in a zone, YYYY-MM-DD. */
export function dayAt(epochSeconds: number, zone: string): string {
  return new Date((epochSeconds + offsetAt(epochSeconds, zone)) * 1000).toISOString().slice(0, 10)
}

/** The browser's time zone. */
export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
