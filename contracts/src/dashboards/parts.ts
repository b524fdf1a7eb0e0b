/** What the dashboards of all channels are made of. */
import * as z from 'zod/mini'
import { GoalTotals, Revenue } from '../campaigns/goals.ts'
import { calendarDay, epochSeconds, uuid } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { sentenceData } from '../sentences/said.ts'
import { STANDINGS } from './figures.ts'

/** Longest range of a dashboard. */
export const RANGE_DAYS_MAX = 400

export const mayReadDashboards = {
  activity: ACTIVITY.deliveryDashboard,
  level: 'read',
  scope: 'application',
} as const

/** Days of the application's zone, both included; the last 30 days unless they are given. */
export const dashboardRange = {
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
}

export const dashboardQuery = z.object({
  ...dashboardRange,
  /** A campaign's: its messages only. */
  notification: z.optional(uuid),
  /** With the period before as `previous`: as many days, up to the day before `from`. */
  compare: z.optional(z.enum(['true', 'false'])),
})

/** Not loaded: still being counted. Its data is null until then; asking again in a second or two finds it. */
export const section = <Data extends z.ZodMiniType>(data: Data) => z.object({ data, is_loaded: z.boolean() })
export const countedSection = <Data extends z.ZodMiniType>(data: Data) => section(z.nullable(data))

/** In percent with one decimal; null where there is nothing to divide by. */
export const rate = z.nullable(z.number())

/** An exact decimal of the dashboard's currency; null where no price is entered for it. */
export const cost = z.nullable(z.string())

/** A day of a series: its first moment on the application's clock; null where a rate has nothing to divide by. */
export const Point = z.object({ date: epochSeconds, count: z.nullable(z.number()) })
export type Point = z.infer<typeof Point>

/** One line of a chart with several. */
export const Line = z.object({ name: z.string(), points: z.array(Point) })
export type Line = z.infer<typeof Line>

/** Of a pie. */
export const Slice = z.object({ name: z.string(), count: z.int() })
export type Slice = z.infer<typeof Slice>

/** Recipients by what they opened and clicked with; `count` is what the pie shows. */
export const UsedSlice = z.object({ ...Slice.shape, opened: z.int(), clicked: z.int() })
export type UsedSlice = z.infer<typeof UsedSlice>

export const countFields = {
  sent: z.int(),
  delivered: z.int(),
  bounced: z.int(),
  hard_bounced: z.int(),
  complained: z.int(),
  failed: z.int(),
  opened: z.int(),
  clicked: z.int(),
  unsubscribed: z.int(),
  dismissed: z.int(),
  influenced: z.int(),
}

/** As figures.ts defines them. */
export const Figures = z.object({
  ...countFields,
  delivery_rate: rate,
  open_rate: rate,
  click_rate: rate,
  click_through_rate: rate,
  hard_bounce_rate: rate,
  bounce_rate: rate,
  unsubscribe_rate: rate,
  complaint_rate: rate,
})
export type Figures = z.infer<typeof Figures>

/** The sums of each day, also of those without messages: the course of every card. */
export const DayCounts = z.object({ date: epochSeconds, ...countFields })
export type DayCounts = z.infer<typeof DayCounts>

/** A campaign with what its messages of the range came to. */
export const CampaignFigures = z.object({
  /** The campaign's. */
  uuid,
  /** Of its latest run in the range, which also gives name and status. */
  run_uuid: uuid,
  /** How many of its runs have messages in the range. */
  runs: z.int(),
  name: z.string(),
  status: z.string(),
  /** When its latest messages left. */
  last_sent_on: epochSeconds,
  ...Figures.shape,
})
export type CampaignFigures = z.infer<typeof CampaignFigures>

/** A link with the clicks it got in all runs that have messages in the range. */
export const LinkClicks = z.object({ url: z.string(), clicks: z.int(), runs: z.int() })
export type LinkClicks = z.infer<typeof LinkClicks>

export const FailedReason = z.object({
  /** As recipients have it, and filters of recipients take it. */
  reason: z.string(),
  reason_text: z.string(),
  reason_text_sentence: z.nullable(sentenceData),
  count: z.int(),
})
export type FailedReason = z.infer<typeof FailedReason>

/** What dashboards with numbered sections have in the second: a line for each count. And in the third: why messages failed. */
export const numberedSections = {
  section_2: section(z.array(Line)),
  section_3: section(z.array(FailedReason)),
}

/** The first section where messages are sent, delivered and clicked. */
export const messageCards = {
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  clicked: z.int(),
  delivery_rate: rate,
}

export const MailboxFigures = z.object({
  name: z.string(),
  sent: z.int(),
  bounced: z.int(),
  complained: z.int(),
  opened: z.int(),
  clicked: z.int(),
  bounce_rate: rate,
  complaint_rate: rate,
  /** Over what was sent and did not come back: deliveries are not counted by provider. */
  open_rate: rate,
  /** By the limits that Gmail and Yahoo publish for complaints; null for too few messages. */
  standing: z.nullable(z.enum(STANDINGS)),
})
export type MailboxFigures = z.infer<typeof MailboxFigures>

export const DayRange = z.object({ from: calendarDay, to: calendarDay })
export type DayRange = z.infer<typeof DayRange>

/** A campaign with a goal, and what its messages of the range brought about. */
export const GoalCampaign = z.object({
  /** The campaign's. */
  uuid,
  /** Of its latest run in the range, which also gives the name. */
  run_uuid: uuid,
  runs: z.int(),
  name: z.string(),
  delivered: z.int(),
  conversions: z.int(),
  converted: z.int(),
  conversion_rate: rate,
  revenue: Revenue,
})
export type GoalCampaign = z.infer<typeof GoalCampaign>

export const Goals = z.object({
  ...GoalTotals.shape,
  /** Conversions of the messages of each day, whenever they were. */
  daily: z.array(Point),
  /** Those with most conversions first; at most ten. */
  campaigns: z.array(GoalCampaign),
  /** The same of the period before; null unless that was asked for, and where no campaign of it has a goal. */
  previous: z.nullable(GoalTotals),
})
export type Goals = z.infer<typeof Goals>

/** The same in each dashboard. */
export const frame = {
  range: z.object({ ...DayRange.shape, days: z.int(), timezone: z.string() }),
  /** That the dashboard is narrowed to; null: all of the channel. */
  campaign: z.nullable(z.object({ uuid, name: z.string() })),
  /** Anything was sent or has failed in the range. */
  has_data: z.boolean(),
  /** Where it has none: the latest range of as many days that has; null where nothing was ever sent. */
  last_data: z.nullable(DayRange),
  /** A run of the channel, or of the campaign, is sending. */
  is_sending: z.boolean(),
  totals: section(Figures),
  daily: section(z.array(DayCounts)),
  /** Absent: no campaign of the range has a goal. */
  goals: z.optional(section(Goals)),
  top_campaigns: section(z.array(CampaignFigures)),
  top_links: section(z.array(LinkClicks)),
}

/** The period before, with the same figures. Spread into an object with the sections of its channel. */
export const previousFrame = {
  range: DayRange,
  totals: Figures,
  daily: z.array(DayCounts),
}
