import { addDays } from '../../ui/dates/calendar-dates.ts'
import { dateTimeFormat } from './date-time-format.ts'

/** Date ranges of lists and dashboards, as calendar days of the application's zone; both ends count. */
export const RANGE_SHORTCUTS = ['today', 'yesterday', 'lastWeek', 'lastMonth', 'lastThreeMonths'] as const
export type RangeShortcut = (typeof RANGE_SHORTCUTS)[number]

export interface DayRange {
  /** YYYY-MM-DD. */
  from: string
  to: string
}

/** What a list shows until a range is chosen. */
export const DEFAULT_RANGE: RangeShortcut = 'lastMonth'

const LENGTH_DAYS: Record<RangeShortcut, number> = {
  today: 1,
  yesterday: 1,
  lastWeek: 7,
  lastMonth: 30,
  lastThreeMonths: 90,
}

/** The days of a shortcut, counted back from today in the given zone. */
export function rangeOf(shortcut: RangeShortcut, zone: string | undefined, now: Date = new Date()): DayRange {
  const today = dayIn(zone, now)
  const to = shortcut === 'yesterday' ? addDays(today, -1) : today
  return { from: addDays(to, 1 - LENGTH_DAYS[shortcut]), to }
}

/** As many days as a list shows by itself, the last of them that of a moment. */
export function rangeUpTo(moment: Date, zone: string | undefined): DayRange {
  const to = dayIn(zone, moment)
  return { from: addDays(to, 1 - LENGTH_DAYS[DEFAULT_RANGE]), to }
}

/** The shortcut that a range is, if it is one. */
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

/** The calendar day of a moment, YYYY-MM-DD. */
export function dayIn(zone: string | undefined, moment: Date): string {
  // The Swedish form is the ISO form.
  return dateTimeFormat('sv-SE', zone ? { timeZone: zone } : {}).format(moment)
}
