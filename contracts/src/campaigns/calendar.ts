/** Runs of an application's campaigns by day: those that were, those that were missed and those to come. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { pendingApproval } from '../approvals/holding.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds, timeZone, uuid } from '../fields.ts'
import { MomentSpan } from '../schedules/moments.ts'
import { sentenceData } from '../sentences/said.ts'
import { says } from '../sentences/sentence.ts'

/** Most days of one answer, and how far from today they may lie ahead. */
export const CALENDAR_DAYS_MAX = 62
export const CALENDAR_DAYS_AHEAD = 400

/** The runs of one campaign with the same status on one day: a campaign that goes out every hour is one line a day. */
export const CalendarEntry = z.object({
  /** The campaign's. */
  uuid,
  platform: z.enum(CHANNELS),
  name: z.string(),
  day: calendarDay,
  /** A run's; those to come are scheduled, or paused while their campaign is held back. */
  status: z.string(),
  status_reason: z.nullable(z.string()),
  /** The same as data; null where others said it. */
  status_reason_sentence: z.nullable(sentenceData),
  /** The first of them and the last one. */
  at: epochSeconds,
  last_at: epochSeconds,
  runs: z.int(),
  /** When the messages of a single run to come leave on recipients' clocks; null on one clock for all. */
  moments: z.nullable(MomentSpan),
  /** The run, where it is one that has begun or was missed. */
  run_uuid: z.nullable(uuid),
  ...pendingApproval,
})
export type CalendarEntry = z.infer<typeof CalendarEntry>

export const CampaignCalendar = z.object({
  from: calendarDay,
  to: calendarDay,
  /** The clock on which these are days. */
  timezone: z.string(),
  /** In the order of time. */
  entries: z.array(CalendarEntry),
  /** There was more than one answer holds: the last ones are missing. */
  is_cut: z.boolean(),
})
export type CampaignCalendar = z.infer<typeof CampaignCalendar>

export const calendarQuery = {
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  /** The clock on which the days are meant; the application's when absent. */
  timezone: z.optional(timeZone),
}

export const readWholeCalendar = endpoint({
  call: 'GET /api/notifications/schedule/calendar',
  summary: 'Runs of all channels by day, those to come included',
  access: 'application',
  query: z.object({
    ...calendarQuery,
    /** Absent: every channel. */
    channel: z.optional(z.enum(CHANNELS, says('campaigns.channels'))),
  }),
  data: CampaignCalendar,
})
