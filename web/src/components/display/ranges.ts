import { addDays } from '../../ui/dates/calendar-dates.ts'
import { dateTimeFormat } from './date-time-format.ts'

/** Presets for date ranges of lists and dashboards: calendar days in the application's zone, both ends inclusive. */
export const RANGE_SHORTCUTS = ['today', 'yesterday', 'lastWeek', 'lastMonth', 'lastThreeMonths'] as const
export type RangeShortcut = (typeof RANGE_SHORTCUTS)[number]

export interface DayRange {
  /** YYYY-MM-DD. */
  from: string
  to: string
}

/** The range of a list until the reader chooses one. */
export const DEFAULT_RANGE: RangeShortcut = 'lastMonth'

const LENGTH_DAYS: Record<RangeShortcut, number> = {
  today: 1,
  yesterday: 1,
  lastWeek: 7,
  lastMonth: 30,
  lastThreeMonths: 90,
}

/** The days of a preset, counted back from today in the given zone. */
export function rangeOf(shortcut: RangeShortcut, zone: string | undefined, now: Date = new Date()): DayRange {
  const today = dayIn(zone, now)
  const to = shortcut === 'yesterday' ? addDays(today, -1) : today
  return { from: addDays(to, 1 - LENGTH_DAYS[shortcut]), to }
}

/** A range of the default length that ends on the day of `moment`. */
export function rangeUpTo(moment: Date, zone: string | undefined): DayRange {
  const to = dayIn(zone, moment)
  return { from: addDays(to, 1 - LENGTH_DAYS[DEFAULT_RANGE]), to }
}

/** The preset that a range equals, if any. */
export function shortcutOf(
  range: DayRange,
  zone: string | undefined,
  now: Date = new Date(),
): RangeShortcut | undefined {
  return RANGE_SHORTCUTS.find(shortcut => {
    const { from, to } = rangeOf(shortcut, zone, now)
    return from === range.from && to === range.to
  })
}

/** The calendar day at that time, YYYY-MM-DD. */
export function dayIn(zone: string | undefined, moment: Date): string {
  // The Swedish locale formats dates as YYYY-MM-DD.
  return dateTimeFormat('sv-SE', zone ? { timeZone: zone } : {}).format(moment)
}
