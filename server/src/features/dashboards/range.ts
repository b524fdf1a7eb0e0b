/** Which days a dashboard shows, and of what: its query, read and checked. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { RANGE_DAYS_MAX } from '@notifly/contracts/dashboards/parts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { selectTimezone } from '../../db/application-timezone.ts'
import type { Db } from '../../db/schema/tables.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { daysToRange } from '../../lib/time/day-range.ts'
import type { Source } from './counted.ts'
import { selectCampaign } from './queries.ts'

export interface DashboardQuery {
  from?: string | undefined
  to?: string | undefined
  notification?: string | undefined
  compare?: 'true' | 'false' | undefined
}

/** Days that follow each other on the application's clock. */
export interface Days {
  first: Temporal.PlainDate
  last: Temporal.PlainDate
  count: number
  timezone: string
  /** The first moment of each, and the one at which the last of them ends. */
  starts: readonly Date[]
}

/** What a dashboard was asked for. */
export interface Asked {
  source: Source
  campaign: { uuid: string; name: string } | null
  days: Days
  /** As many days just before. */
  before: Days
  isCompared: boolean
  now: Date
}

/** Throws invalidInput for days that make no range, notFound for a campaign that the channel of this application does not have. */
export async function readAsked(
  db: Db,
  of: { applicationId: string; channel: Channel },
  query: DashboardQuery,
  now: Date,
): Promise<Asked> {
  const days = daysAsked(query, await selectTimezone(db, of.applicationId), now)
  const { notification } = query
  const campaign = notification === undefined ? null : await selectCampaign(db, of, notification.toLowerCase())
  if (campaign === undefined) throw new AppError('notFound', sentence('dashboards.noCampaign'))
  return {
    source: { ...of, campaignId: campaign?.uuid ?? null },
    campaign,
    days,
    before: daysEnding(days.first.subtract({ days: 1 }), days.count, days.timezone),
    isCompared: query.compare === 'true',
    now,
  }
}

/** The days of a range, both included; the last 30 unless they are given. Throws invalidInput at the field to mend. */
export function daysAsked(
  query: { from?: string | undefined; to?: string | undefined },
  timezone: string,
  now: Date,
): Days {
  const { since, until } = daysToRange(query, timezone, now)
  const first = dayAt(since, timezone)
  const last = until === undefined ? dayAt(now, timezone) : dayAt(new Date(until.getTime() - 1), timezone)
  const count = first.until(last, { largestUnit: 'days' }).days + 1
  if (count < 1) throw invalidField(query.from === undefined ? 'to' : 'from', sentence('dashboards.backwards'))
  if (count > RANGE_DAYS_MAX) throw invalidField('from', sentence('dashboards.tooLong', { maximum: RANGE_DAYS_MAX }))
  // Nothing was sent so long ago, and the database writes years before the first in another way.
  if (first.year < EARLIEST_YEAR)
    throw invalidField(query.from === undefined ? 'to' : 'from', sentence('fields.format'))
  return daysEnding(last, count, timezone)
}

const EARLIEST_YEAR = 1970

/** So many days, the last of them given. */
export function daysEnding(last: Temporal.PlainDate, count: number, timezone: string): Days {
  const first = last.subtract({ days: count - 1 })
  const starts = Array.from({ length: count + 1 }, (_, index) => startOf(first.add({ days: index }), timezone))
  return { first, last, count, timezone, starts }
}

/** The day of the zone's calendar that holds a moment. */
export function dayAt(moment: Date, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
}

/** The first moment of each. */
export function datesOf({ starts }: Days): number[] {
  return starts.slice(0, -1).map(epochSeconds)
}

/** For names of files. */
export function rangeText({ first, last }: Days): string {
  return `${first.toString()} to ${last.toString()}`
}

/** Both ranges as one, the one before first. */
export function joined(before: Days, days: Days): Days {
  return {
    ...days,
    first: before.first,
    count: before.count + days.count,
    starts: [...before.starts, ...days.starts.slice(1)],
  }
}

function startOf(day: Temporal.PlainDate, timezone: string): Date {
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds)
}
