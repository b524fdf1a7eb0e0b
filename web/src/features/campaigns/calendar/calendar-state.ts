/** What the calendar's address says, and what is asked of the server for it. */
import { CALENDAR_DAYS_AHEAD } from '@notifly/contracts/campaigns/calendar'
import * as z from 'zod/mini'
import { addDays } from '../../../ui/dates/calendar-dates.ts'
import { addMonths, monthOf, weeksOf } from '../../../ui/dates/month-days.ts'

export const calendarState = z.object({
  /** YYYY-MM; absent: this month. */
  month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
  /** Whose days these are: the reader's, or the application's. */
  clock: z._default(z.enum(['own', 'application']), 'own'),
})

/** The first and the last day that are seen of a month. */
export function seenDays(month: string, locale: string): { from: string; to: string } {
  const days = weeksOf(month, locale).flat()
  return { from: days[0] ?? `${month}-01`, to: days.at(-1) ?? `${month}-28` }
}

/** The last month of which every day may be asked for. */
export function lastMonth(today: string): string {
  // A week less: the days of the month after that fill the last week.
  return addMonths(monthOf(addDays(today, CALENDAR_DAYS_AHEAD - 7)), -1)
}
