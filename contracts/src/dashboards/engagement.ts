/** Engagement with an application's notifications over all channels: four cards, each with a right of its own. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { ACTIVITY, type ActivityId } from '../roles/activities.ts'
import { dashboardRange, DayRange, Point, rate, section, UsedSlice } from './parts.ts'

const channel = z.enum(CHANNELS)

/** Fewer than FEW_SENT messages were sent, so the rates mean little. */
const isFew = { is_few: z.boolean() }

/** Has a point for each day of the range. */
const ChannelCourse = z.object({
  channel,
  sent: z.array(Point),
  opened: z.array(Point),
  clicked: z.array(Point),
})
export type ChannelCourse = z.infer<typeof ChannelCourse>

const counts = { sent: z.int(), delivered: z.int(), failed: z.int(), opened: z.int(), unsubscribed: z.int() }

const NotificationTotals = z.object({
  ...counts,
  ...isFew,
  delivery_rate: rate,
  open_rate: rate,
  /** The previous period: as many days, ending before the first. Null unless compared with. */
  previous: z.nullable(z.object(counts)),
  channels: z.array(z.object({ channel, ...counts })),
})
export type NotificationTotals = z.infer<typeof NotificationTotals>

const ClickTotals = z.object({
  /** Recipients who clicked at least once. */
  clicked: z.int(),
  ...isFew,
  click_rate: rate,
  click_through_rate: rate,
  previous: z.nullable(z.object({ clicked: z.int() })),
  channels: z.array(z.object({ channel, clicked: z.int(), ...isFew, click_rate: rate })),
})
export type ClickTotals = z.infer<typeof ClickTotals>

/** Recipients of emails and web notifications by the browser in which they opened or clicked. */
const BrowserCounts = z.object({ browser_name: z.string(), email_count: z.int(), web_push_count: z.int() })
export type BrowserCounts = z.infer<typeof BrowserCounts>

const Platforms = z.object({
  browsers: z.array(BrowserCounts),
  /** Operating systems and kinds of device, over all channels. */
  systems: z.array(UsedSlice),
  devices: z.array(UsedSlice),
})
export type Platforms = z.infer<typeof Platforms>

const card = <Data extends z.ZodMiniType>(data: Data) => z.nullable(section(data))

/** A card is null without the right to it. Channels without sent messages in the range are left out. */
export const Engagement = z.object({
  range: z.object({ ...DayRange.shape, days: z.int(), timezone: z.string() }),
  /** Whether anything was ever sent. */
  has_sent: z.boolean(),
  notification_engagement: card(z.array(ChannelCourse)),
  total_notifications: card(NotificationTotals),
  total_clicks: card(ClickTotals),
  browsers: card(Platforms),
})
export type Engagement = z.infer<typeof Engagement>

export type EngagementCard = 'notification_engagement' | 'total_notifications' | 'total_clicks' | 'browsers'

/** The right that each card requires. */
export const CARD_ACTIVITY: Record<EngagementCard, ActivityId> = {
  notification_engagement: ACTIVITY.dashboardEngagement,
  total_notifications: ACTIVITY.dashboardTotals,
  total_clicks: ACTIVITY.dashboardClicks,
  browsers: ACTIVITY.dashboardBrowsers,
}

export const readEngagement = endpoint({
  call: 'GET /api/dashboard/engagement',
  summary:
    'Engagement of an application by channel and day, totals, clicks and browsers; each takes a right of its own',
  access: 'application',
  query: z.object({
    ...dashboardRange,
    /** The previous period is counted too, unless this is `false`. */
    compare: z.optional(z.enum(['true', 'false'])),
  }),
  data: Engagement,
})
