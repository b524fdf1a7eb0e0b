/** How an application's audience grows, and at which hours it reads. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { dashboardRange, DayRange } from './parts.ts'

export const AudienceGrowth = z.object({
  range: z.object({ ...DayRange.shape, days: z.int(), timezone: z.string() }),
  /** The present number of contacts. */
  contacts: z.int(),
  /** Each day of the range, by its first instant. */
  days: z.array(
    z.object({
      date: epochSeconds,
      /** New contacts, including those deleted since. */
      added: z.int(),
      /** Contacts that unsubscribed from a channel. */
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
  /** First day of the counted months. */
  since: calendarDay,
  /** In the time zones of those who opened and clicked; hours without any are left out. */
  hours: z.array(z.object({ ...hourOfWeek, opened: z.int(), clicked: z.int() })),
  /** The hour with the most events; null if there are fewer than 50. */
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
