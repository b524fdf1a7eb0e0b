/** Runs of all campaigns by day: past ones as recorded, upcoming ones from the schedules. */
import {
  CALENDAR_DAYS_AHEAD,
  CALENDAR_DAYS_MAX,
  type CalendarEntry,
  type CampaignCalendar,
} from '@notifly/contracts/campaigns/calendar'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { selectTimezone } from '../../../db/application-timezone.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { readWords } from '../../../lib/stored-words.ts'
import { openRequestsOn } from '../../approvals/approvals.ts'
import { runStatus } from '../../runs/runs.ts'
import { type Day, type PlannedCampaign, type RunsOfDay, selectPlanned, selectRunsByDay } from './calendar-queries.ts'
import { blockedWords } from '../channel-words.ts'
import { spansOfRuns, storedGroups } from '../clock/moments.ts'
import { type CampaignsOn, momentsView, presentStatusReason } from './list.ts'
import { scheduleOf } from '../launch/launch-check.ts'
import type { QuietHours } from '../../../engine/snapshot/recipient-clock.ts'
import { selectQuietHours } from '../queries.ts'
import { runsToCome } from '../clock/to-come.ts'

export interface CalendarQuery {
  from?: string | undefined
  to?: string | undefined
  timezone?: string | undefined
}

/** Limits of an answer: its entries, and the campaigns whose schedules are evaluated for it. */
const ENTRIES_MAX = 2000
const CAMPAIGNS_MAX = 500

/** Throws invalidInput for days that do not exist, for more than 62 of them, and for those too far ahead. */
export async function readCalendar(
  db: Db,
  which: CampaignsOn,
  query: CalendarQuery,
  now: Date,
): Promise<CampaignCalendar> {
  const { applicationId } = which
  const ownZone = await selectTimezone(db, applicationId)
  const timezone = query.timezone ?? ownZone
  const days = daysOf(query, timezone, now)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) throw invalidField('to', sentence('campaigns.daysReversed'))
  const bounds = { since: first.since, until: last.until, now }
  const [runs, planned] = await Promise.all([
    selectRunsByDay(db, which, days, { now, limit: ENTRIES_MAX + 1 }),
    selectPlanned(db, which, { ...bounds, limit: CAMPAIGNS_MAX + 1 }),
  ])
  const ids = planned.map(each => each.campaign_id)
  const view = { days, timezone: ownZone, now, quiet: await selectQuietHours(db, applicationId) }
  const requests = await openRequestsOn(db, applicationId, 'campaign', ids)
  const toCome = planned
    .slice(0, CAMPAIGNS_MAX)
    .flatMap(each => entriesToCome(each, { ...view, approvalId: requests.get(each.campaign_id) }))
  const entries = [...runs.map(each => entryOf(each, view)), ...toCome].sort(inTime)
  return {
    from: first.day,
    to: last.day,
    timezone,
    entries: entries.slice(0, ENTRIES_MAX),
    is_cut: entries.length > ENTRIES_MAX || planned.length > CAMPAIGNS_MAX,
  }
}

function inTime(one: CalendarEntry, other: CalendarEntry): number {
  return one.at - other.at || one.name.localeCompare(other.name, 'en') || one.uuid.localeCompare(other.uuid)
}

/** The requested days with their beginnings and ends; by default those of this month. */
function daysOf({ from, to }: CalendarQuery, timezone: string, now: Date): Day[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  const first = from === undefined ? (to === undefined ? today : dayOf('to', to)).with({ day: 1 }) : dayOf('from', from)
  const last = to === undefined ? first.with({ day: first.daysInMonth }) : dayOf('to', to)
  const count = first.until(last).days + 1
  if (count > CALENDAR_DAYS_MAX) throw invalidField('to', sentence('campaigns.daysAtOnce', { n: CALENDAR_DAYS_MAX }))
  if (today.until(last).days > CALENDAR_DAYS_AHEAD) {
    throw invalidField('to', sentence('campaigns.daysAhead', { n: CALENDAR_DAYS_AHEAD }))
  }
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timezone).epochMilliseconds)
  return Array.from({ length: Math.max(0, count) }, (_, n) => first.add({ days: n })).map(day => ({
    day: day.toString(),
    since: startOf(day),
    until: startOf(day.add({ days: 1 })),
  }))
}

/** The pattern accepts February 30. */
function dayOf(field: string, given: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(given)
  } catch {
    throw invalidField(field, sentence('campaigns.noDay'))
  }
}

function entryOf(run: RunsOfDay, { now }: { now: Date }): CalendarEntry {
  return {
    uuid: run.campaign_id,
    platform: run.channel,
    name: run.name,
    day: run.day,
    status: runStatus(run.state, run.opens_at, now),
    ...presentStatusReason(run.state_reason === null ? null : readWords(run.state_reason)),
    at: epochSeconds(run.first_at),
    last_at: epochSeconds(run.last_at),
    runs: run.runs,
    moments: null,
    run_uuid: run.runs === 1 ? run.run_id : null,
  }
}

interface UpcomingView {
  days: readonly Day[]
  /** The time zone of schedules that name none. */
  timezone: string
  now: Date
  /** The application's. */
  quiet: QuietHours
  approvalId: string | undefined
}

function entriesToCome(campaign: PlannedCampaign, { days, approvalId, ...view }: UpcomingView): CalendarEntry[] {
  const schedule = scheduleOf(campaign.schedule)
  const [first, last] = [days[0], days.at(-1)]
  if (schedule === null || first === undefined || last === undefined) return []
  const { status, next_run_at: nextRunAt, schedule_since: since, paused_at: pausedAt, made } = campaign
  const bounds = { from: Math.ceil(first.since.getTime() / 1000), until: Math.ceil(last.until.getTime() / 1000) - 1 }
  const runs = runsToCome({ status, schedule, nextRunAt, since, pausedAt, made }, view, bounds)
  let place = 0
  const dayAt = (run: number) => {
    while (place < days.length - 1 && run * 1000 >= (days[place]?.until.getTime() ?? 0)) place++
    return days[place]?.day ?? last.day
  }
  return [...Map.groupBy(runs, dayAt)].map(([day, [at = 0, ...others]]) => ({
    uuid: campaign.campaign_id,
    platform: campaign.channel,
    name: campaign.name,
    day,
    status: pausedAt === null ? 'scheduled' : 'paused',
    ...presentStatusReason(campaign.is_configured ? null : blockedWords(campaign.channel)),
    at,
    last_at: others.at(-1) ?? at,
    runs: others.length + 1,
    moments:
      others.length > 0
        ? null
        : (spansOfRuns(schedule, storedGroups(campaign.audience), momentsView(campaign, view), [at])?.[0] ?? null),
    run_uuid: null,
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }))
}
