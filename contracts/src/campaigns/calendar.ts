/** Runs of an application's campaigns by day: past, missed and coming ones. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { pendingApproval } from '../approvals/holding.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds, timeZone, uuid } from '../fields.ts'
import { MomentSpan } from '../schedules/moments.ts'
import { sentenceData } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** The most days of one answer, and how far ahead of today they may be. */
export const CALENDAR_DAYS_MAX = 62
export const CALENDAR_DAYS_AHEAD = 400

/** The runs of one campaign with the same status on one day: an hourly campaign is one line per day. */
export const CalendarEntry = z.object({
  /** Id of the campaign. */
  uuid,
  platform: z.enum(CHANNELS),
  name: z.string(),
  day: calendarDay,
  /** Status of the runs; those to come are scheduled, or paused while their campaign is paused. */
  status: z.string(),
  status_reason: z.nullable(z.string()),
  /** The same as data; null if a provider or a person wrote it. */
  status_reason_sentence: z.nullable(sentenceData),
  /** The first of them and the last one. */
  at: epochSeconds,
  last_at: epochSeconds,
  runs: z.int(),
  /** When the messages of a single run to come leave in recipients' time zones; null if all share one time zone. */
  moments: z.nullable(MomentSpan),
  /** Id of the run, if it has begun or was missed. */
  run_uuid: z.nullable(uuid),
  ...pendingApproval,
})
export type CalendarEntry = z.infer<typeof CalendarEntry>

export const CampaignCalendar = z.object({
  from: calendarDay,
  to: calendarDay,
  /** The time zone of these days. */
  timezone: z.string(),
  /** In the order of time. */
  entries: z.array(CalendarEntry),
  /** The answer is full: the last entries are missing. */
  is_cut: z.boolean(),
})
export type CampaignCalendar = z.infer<typeof CampaignCalendar>

export const calendarQuery = {
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  /** The time zone of the days; the application's if absent. */
  timezone: z.optional(timeZone),
}

export const readWholeCalendar = endpoint({
  call: 'GET /api/notifications/schedule/calendar',
  summary: 'Runs of all channels by day, those to come included',
  access: 'application',
  query: z.object({
    ...calendarQuery,
    /** Absent: every channel. */
    channel: z.optional(z.enum(CHANNELS, sentenceKey('campaigns.channels'))),
  }),
  data: CampaignCalendar,
})
