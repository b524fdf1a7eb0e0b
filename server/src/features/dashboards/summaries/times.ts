/** When summaries are sent, and which period they cover. Pure: no clock and no database. */
import { instantOf } from '../../../lib/time/local-time.ts'
import type { Starts } from '../counted-queries.ts'

export type SummaryInterval = 'weekly' | 'monthly'

const HOUR = 8

/** The latest Monday, or first of a month, whose 8:00 has passed in that time zone: its summaries are due. */
export function lastDue(every: SummaryInterval, timezone: string, now: Date): Temporal.PlainDate {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)
  const day = local.hour < HOUR ? local.toPlainDate().subtract({ days: 1 }) : local.toPlainDate()
  return every === 'weekly' ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 })
}

/** When the next ones are sent, in epoch seconds. */
export function nextDue(every: SummaryInterval, timezone: string, now: Date): number {
  return instantOf(lastDue(every, timezone, now).add(stepOf(every)), HOUR * 3600, timezone)
}

export interface Period {
  first: Temporal.PlainDate
  last: Temporal.PlainDate
  /** The first moment and the end of the period, and of the one before. */
  starts: Starts
  startsBefore: Starts
}

/** The week or month that ended before that day, and the one before it. */
export function periodOf(every: SummaryInterval, day: Temporal.PlainDate, timezone: string): Period {
  const step = stepOf(every)
  const first = day.subtract(step)
  const startOf = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(timezone).epochMilliseconds)
  return {
    first,
    last: day.subtract({ days: 1 }),
    starts: [startOf(first), startOf(day)],
    startsBefore: [startOf(first.subtract(step)), startOf(first)],
  }
}

function stepOf(every: SummaryInterval): { weeks: 1 } | { months: 1 } {
  return every === 'weekly' ? { weeks: 1 } : { months: 1 }
}
