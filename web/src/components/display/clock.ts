/**
 * Converts between seconds of a day and the time picker's 12-hour clock with quarter hours. Midnight is 12 am; an hour
 * of 0 is the picker's empty state, not a time.
 */
import type { Time12 } from '../../ui/dates/time12.ts'

const DAY_SECONDS = 86_400
const QUARTER_SECONDS = 900

/** Shifts by the zone's offset (seconds east of UTC) and rounds to the nearest quarter of an hour. */
export function toClock(secondsOfDay: number, offsetSeconds = 0): Time12 {
  const quarters = Math.round(wrap(secondsOfDay + offsetSeconds) / QUARTER_SECONDS) % (DAY_SECONDS / QUARTER_SECONDS)
  const hours = Math.floor(quarters / 4)
  return {
    hour: hours % 12 || 12,
    minute: ((quarters % 4) * 15) as Time12['minute'],
    period: hours < 12 ? 'am' : 'pm',
  }
}

/** The reverse: seconds of the day, with the offset subtracted. */
export function fromClock(time: Time12, offsetSeconds = 0): number {
  const hours = (time.hour % 12) + (time.period === 'pm' ? 12 : 0)
  return wrap(hours * 3600 + time.minute * 60 - offsetSeconds)
}

function wrap(seconds: number): number {
  return ((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
}
