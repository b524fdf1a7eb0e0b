/** Names of days, weekdays and months, and times of day, in a locale. */
import { dateTimeFormat } from '../display/date-time-format.ts'
import { fromClock } from '../display/clock.ts'
import { timeOfDay } from '../display/dates.ts'
import { firstWeekday } from '../../ui/dates/calendar-dates.ts'
import type { Time12 } from '../../ui/dates/time12.ts'

type Width = 'long' | 'short' | 'narrow'

/** 1 is Sunday. */
export function weekdayName(weekday: number, locale: string, width: Width = 'long'): string {
  // 1 January 2023 was a Sunday.
  return format(Date.UTC(2023, 0, weekday), locale, { weekday: width })
}

/** 1 is January. */
export function monthName(month: number, locale: string, width: Width = 'long'): string {
  return format(Date.UTC(2023, month - 1, 1), locale, { month: width })
}

/** "Tue, Nov 24"; with the year unless it is `year`. */
export function dayName(day: string, locale: string, year: number, options: { weekday?: Width } = {}): string {
  const isOther = Number(day.slice(0, 4)) !== year
  return format(Date.parse(`${day}T12:00:00Z`), locale, {
    month: 'short',
    day: 'numeric',
    ...options,
    ...(isOther && { year: 'numeric' }),
  })
}

/** "9:30 AM". */
export function clockName(time: Time12, locale: string): string {
  return timeOfDay(fromClock(time), { locale, zone: 'UTC' })
}

/** Sorts weekdays by the locale's week. */
export function inWeekOrder(weekdays: readonly number[], locale: string): number[] {
  const first = firstWeekday(locale) + 1
  const place = (weekday: number) => (weekday - first + 7) % 7
  return weekdays.toSorted((a, b) => place(a) - place(b))
}

function format(ms: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  return dateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(ms)
}
