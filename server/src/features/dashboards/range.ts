/** Which days a dashboard shows, and of what: its query, read and checked. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { RANGE_DAYS_MAX } from '@notifly/contracts/dashboards/parts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { selectTimezone } from '../../db/application-timezone.ts'
import type { Db } from '../../db/schema/tables.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { daysToRange } from '../../lib/time/day-range.ts'
import type { Source } from './counted-queries.ts'
import { selectCampaign } from './queries.ts'

export interface DashboardQuery {
  from?: string | undefined
  to?: string | undefined
  notification?: string | undefined
  compare?: 'true' | 'false' | undefined
}

/** Consecutive days in the application's time zone. */
export interface Days {
  first: Temporal.PlainDate
  last: Temporal.PlainDate
  count: number
  timezone: string
  /** The first moment of each day, and the end of the last one. */
  starts: readonly Date[]
}

/** The query of a dashboard. */
export interface Asked {
  source: Source
  campaign: { uuid: string; name: string } | null
  days: Days
  /** The same number of days just before, if they are compared with. */
  before: Days | null
  now: Date
}

/** Throws invalidInput for an invalid range, and notFound for a campaign that the application does not have on this channel. */
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
    before: query.compare === 'true' ? daysEnding(days.first.subtract({ days: 1 }), days.count, days.timezone) : null,
    now,
  }
}

/** The days of a range, both ends included; by default the last 30. Throws invalidInput at the field to correct. */
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
  // Nothing was sent that long ago, and PostgreSQL writes years before year 1 differently.
  if (first.year < EARLIEST_YEAR)
    throw invalidField(query.from === undefined ? 'to' : 'from', sentence('fields.format'))
  return daysEnding(last, count, timezone)
}

const EARLIEST_YEAR = 1970

/** That many days, up to the given one. */
export function daysEnding(last: Temporal.PlainDate, count: number, timezone: string): Days {
  const first = last.subtract({ days: count - 1 })
  return { first, last, count, timezone, starts: startsFrom(first, count, timezone) }
}

const DAY_MS = 86_400_000

/** Where clocks do not change the next day starts 24 hours later; asking the calendar for each of 400 days takes 5 ms. */
function startsFrom(first: Temporal.PlainDate, count: number, timezone: string): Date[] {
  let atMs = 0
  let changeMs = -Infinity
  return Array.from({ length: count + 1 }, (_, days) => {
    atMs += DAY_MS
    if (atMs >= changeMs) ({ atMs, changeMs } = startByCalendar(first.add({ days }), timezone))
    return new Date(atMs)
  })
}

/** When a day starts, and from when on the days after it start otherwise than 24 hours later: at once if its midnight was left out. */
function startByCalendar(day: Temporal.PlainDate, timezone: string): { atMs: number; changeMs: number } {
  const start = day.toZonedDateTime(timezone)
  const atMs = start.epochMilliseconds
  if (!start.toPlainDateTime().equals(day.toPlainDateTime())) return { atMs, changeMs: atMs }
  return { atMs, changeMs: start.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity }
}

/** The first moment of as many days just before. */
export function startBefore({ first, count, timezone }: Days): Date {
  return startOf(first.subtract({ days: count }), timezone)
}

/** The calendar day of a moment in the time zone. */
export function dayAt(moment: Date, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
}

/** The first moment of each day. */
export function datesOf({ starts }: Days): number[] {
  return starts.slice(0, -1).map(epochSeconds)
}

/** For file names. */
export function rangeText({ first, last }: Days): string {
  return `${first.toString()} to ${last.toString()}`
}

/** Both ranges as one, the earlier one first. */
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
