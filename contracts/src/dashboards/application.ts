/** What stands on an application's own dashboard beside its engagement. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds, uuid } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { sentenceData } from '../sentences/said.ts'
import { dashboardRange, DayRange } from './parts.ts'

/** Bounces in percent of what was sent from which on providers begin to look at a sender (Amazon SES: 5 %). */
export const BOUNCE_LIMIT = 5

/** Of fewer messages in a week no rate is looked at. */
export const WATCHED_SENT_MIN = 100

const PausedRun = z.object({
  uuid,
  run_uuid: uuid,
  notification_type: z.enum(CHANNELS),
  name: z.string(),
  status_reason: z.nullable(z.string()),
  /** The same as data; null where others said it. */
  status_reason_sentence: z.nullable(sentenceData),
})

/** What waits for a person. Whatever the caller has no right to see is left out. */
export const Attention = z.object({
  /** Requests that wait for the caller's own decision. */
  requests: z.int(),
  /** Runs that stand still, the newest five. */
  paused_runs: z.array(PausedRun),
  /** Channels whose provider refuses what is sent. */
  failing_channels: z.array(z.enum(CHANNELS)),
  /** Of Safari, once its certificate ends within 30 days. */
  certificate: z.nullable(z.object({ valid_until: epochSeconds, is_expired: z.boolean() })),
  /** Rates of the last seven days that are over what providers bear, in percent. */
  rates: z.array(
    z.object({
      kind: z.enum(['bounces', 'complaints']),
      channel: z.enum(CHANNELS),
      sent: z.int(),
      rate: z.number(),
      limit: z.number(),
    }),
  ),
})
export type Attention = z.infer<typeof Attention>

export const readAttention = endpoint({
  call: 'GET /api/dashboard/attention',
  summary: 'What needs a hand in the application: requests, paused runs, failing channels, certificates, bounces',
  access: 'application',
  data: Attention,
})

export const AudienceGrowth = z.object({
  range: z.object({ ...DayRange.shape, days: z.int(), timezone: z.string() }),
  /** Contacts that there are now. */
  contacts: z.int(),
  /** Each day of the range, by its first moment. */
  days: z.array(
    z.object({
      date: epochSeconds,
      /** New contacts, whether they are still there or not. */
      added: z.int(),
      /** Contacts that left a channel. */
      left: z.int(),
      /** Addresses that bounced, complained or were suppressed by hand. */
      suppressed: z.int(),
    }),
  ),
})
export type AudienceGrowth = z.infer<typeof AudienceGrowth>

export const readGrowth = endpoint({
  call: 'GET /api/dashboard/growth',
  summary: 'New contacts, people who left and suppressed addresses by day',
  access: { activity: ACTIVITY.audience, level: 'read', scope: 'application' },
  query: z.object(dashboardRange),
  data: AudienceGrowth,
})

const hourOfWeek = {
  /** 1 is Monday. */
  weekday: z.int(),
  hour: z.int(),
}

export const ReadingHours = z.object({
  /** First day of the months that are counted. */
  since: calendarDay,
  /** On the clocks of those who opened and clicked; hours without any are left out. */
  hours: z.array(z.object({ ...hourOfWeek, opened: z.int(), clicked: z.int() })),
  /** The hour with the most; null while there are fewer than 50. */
  best: z.nullable(z.object(hourOfWeek)),
})
export type ReadingHours = z.infer<typeof ReadingHours>

export const readReadingHours = endpoint({
  call: 'GET /api/dashboard/hours',
  summary: 'Opens and clicks by hour of the week, of this month and the two before, on the clocks of the readers',
  access: { activity: ACTIVITY.dashboardEngagement, level: 'read', scope: 'application' },
  query: z.object({ channel: z.optional(z.enum(CHANNELS)) }),
  data: ReadingHours,
})
