/** The calendar days of a plan, one generator for each kind: earliest first, without end where the plan has none. */
import type { Days } from './plan.ts'
import { dayOf } from '../../lib/local-time.ts'

/**
 * Days on the zone's clock, from the day before the one that holds `from`: where a gap goes over midnight, the time of one day
 * comes on the next. Nothing for an interval, which knows no days.
 */
export function daysFrom(days: Days, from: number, zone: string): Iterable<Temporal.PlainDate> {
  const first = dayOf(from, zone).subtract({ days: 1 })
  switch (days.kind) {
    case 'next':
      // Today's moment may have passed; tomorrow's has not.
      return [first, first.add({ days: 1 }), first.add({ days: 2 })]
    case 'dates':
      return datesFrom(days.dates, first, zone)
    case 'weekdays':
      return eachDay(first, day => days.numbers.includes(day.dayOfWeek))
    case 'monthDays':
      return eachDay(first, day => days.numbers.includes(day.day))
    case 'months':
      return firstsOfMonths(first, days.numbers)
    case 'interval':
    case 'open':
    case 'mixed':
      return []
  }
}

/** Two instants of one day name that day once. */
function datesFrom(dates: readonly number[], first: Temporal.PlainDate, zone: string): Temporal.PlainDate[] {
  const byText = new Map(dates.map(date => dayOf(date, zone)).map(day => [day.toString(), day]))
  return [...byText.values()]
    .filter(day => Temporal.PlainDate.compare(day, first) >= 0)
    .sort(Temporal.PlainDate.compare)
}

/** A month day that a month lacks never comes up in it. */
function* eachDay(
  first: Temporal.PlainDate,
  isMeant: (day: Temporal.PlainDate) => boolean,
): Generator<Temporal.PlainDate> {
  for (let day = first; ; day = day.add({ days: 1 })) if (isMeant(day)) yield day
}

function* firstsOfMonths(first: Temporal.PlainDate, months: readonly number[]): Generator<Temporal.PlainDate> {
  const start = first.day === 1 ? first : first.with({ day: 1 }).add({ months: 1 })
  for (let day = start; ; day = day.add({ months: 1 })) if (months.includes(day.month)) yield day
}
