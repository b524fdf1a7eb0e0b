/** Front door of what only text messages have: daily figures. */
import type { SmsDay } from '@notifly/contracts/sms/sms'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { MessageClass } from '@notifly/contracts/campaigns/content'
import type { TestMailResult } from '@notifly/contracts/templates/templates'
import { selectTimezone } from '../../db/application-timezone.ts'
import type { Deps } from '../../http/deps.ts'
import { invalidField } from '../../lib/app-error.ts'
import { daysToRange } from '../../lib/time/day-range.ts'
import { selectDays } from './queries.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import { sendTestMessage } from '../campaigns/campaigns.ts'

const DAYS_MAX = 366

/** One entry for each day of the range up to today, including days without messages. Throws invalidInput for more than a year. */
export async function dailyFigures(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  applicationId: string,
  range: { from?: string | undefined; to?: string | undefined },
): Promise<SmsDay[]> {
  const { kysely } = database
  const timezone = await selectTimezone(kysely, applicationId)
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

// A text message to a few numbers, outside every campaign.

interface TestText {
  template_id?: string | undefined
  smsBody?: string | undefined
  message_class?: MessageClass | undefined
  dlt_template_id?: string | undefined
  track_links?: boolean | null | undefined
  contact_uuid?: string | undefined
  receivers: string[]
}

/** Sends a test text like any test message. Throws like `sendTestMessage`. */
export function sendTestText(
  deps: Deps,
  limit: RateLimit,
  caller: ApplicationCaller,
  { template_id, contact_uuid, receivers, smsBody, message_class, dlt_template_id, track_links }: TestText,
): Promise<TestMailResult[]> {
  const content = { template_uuid: template_id?.toLowerCase(), smsBody, message_class, dlt_template_id, track_links }
  return sendTestMessage(deps, limit, caller, { channel: 'sms', content, contact_uuid, receivers })
}
