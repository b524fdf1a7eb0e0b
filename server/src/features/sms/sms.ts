/** Front door of what text messages have of their own: figures of each day. */
import type { SmsDay } from '@notifly/contracts/sms/sms'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { daysToRange } from '../../lib/day-range.ts'
import { selectDays, selectTimezone } from './queries.ts'
import { sentence } from '@notifly/contracts/sentences/sentence'

const DAYS_MAX = 366

/** One entry for each day of the range up to today, also where nothing was sent. Throws invalidInput for more than a year. */
export async function dailyFigures(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  applicationId: string,
  range: { from?: string | undefined; to?: string | undefined },
): Promise<SmsDay[]> {
  const { kysely } = database
  const timezone = await selectTimezone(kysely, applicationId)
  if (timezone === null) throw new AppError('notFound')
  const now = clock.now()
  const { since, until = now } = daysToRange(range, timezone, now)
  const days = daysBetween(since, until, timezone)
  if (days.length > DAYS_MAX) throw invalidField('from', sentence('templates.sms.year_at_once'))
  const found = await selectDays(kysely, { applicationId, since, until, timezone })
  const byDay = new Map(found.map(({ day, ...figures }) => [day, figures]))
  return days.map(date => ({ date, ...(byDay.get(date) ?? NOTHING) }))
}

const NOTHING = { sent: 0, delivered: 0, failed: 0, segments: 0 }

function daysBetween(since: Date, until: Date, timezone: string): string[] {
  const dayAt = (date: Date) =>
    Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  const last = dayAt(new Date(until.getTime() - 1))
  const days: string[] = []
  for (let day = dayAt(since); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    days.push(day.toString())
    if (days.length > DAYS_MAX) break
  }
  return days
}
