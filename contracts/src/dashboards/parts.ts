/** Parts that the dashboards of all channels share. */
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

/** Days in the application's time zone, both included; the last 30 days by default. */
export const dashboardRange = {
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
}

export const dashboardQuery = z.object({
  ...dashboardRange,
  /** Id of a campaign: only its messages count. */
  notification: z.optional(uuid),
  /** Adds the previous period as `previous`: as many days, ending before `from`. */
  compare: z.optional(z.enum(['true', 'false'])),
})

/** Not loaded: still being counted. A further call in a second or two returns it. */
export const section = <Data extends z.ZodMiniType>(data: Data) => z.object({ data, is_loaded: z.boolean() })
/** Null while it is not loaded; null and loaded if it could not be counted. */
export const countedSection = <Data extends z.ZodMiniType>(data: Data) => section(z.nullable(data))

/** In percent with one decimal; null if the divisor is 0. */
export const rate = z.nullable(z.number())

/** An exact decimal in the dashboard's currency; null if no price is entered. */
export const cost = z.nullable(z.string())

/** A day of a series: its first instant in the application's time zone; a rate is null if its divisor is 0. */
export const Point = z.object({ date: epochSeconds, count: z.nullable(z.number()) })
export type Point = z.infer<typeof Point>

/** One line of a chart that has several. */
export const Line = z.object({ name: z.string(), points: z.array(Point) })
export type Line = z.infer<typeof Line>

/** One part of a pie chart. */
export const Slice = z.object({ name: z.string(), count: z.int() })
export type Slice = z.infer<typeof Slice>

/** Recipients by browser, system or device of opens and clicks; `count` is what the pie chart shows. */
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

/** Defined in figures.ts. */
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

/** The sums of each day, including days without messages, for the small chart of each card. */
export const DayCounts = z.object({ date: epochSeconds, ...countFields })
export type DayCounts = z.infer<typeof DayCounts>

/** A campaign with the sums of its messages of the range. */
export const CampaignFigures = z.object({
  /** Id of the campaign. */
  uuid,
  /** From its latest run in the range, as are name and status. */
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

/** A link with its clicks in all runs that have messages in the range. */
export const LinkClicks = z.object({ url: z.string(), clicks: z.int(), runs: z.int() })
export type LinkClicks = z.infer<typeof LinkClicks>

export const FailedReason = z.object({
  /** Name of the reason, as in rows and filters of recipients. */
  reason: z.string(),
  reason_text: z.string(),
  reason_text_sentence: z.nullable(sentenceData),
  count: z.int(),
})
export type FailedReason = z.infer<typeof FailedReason>

/** The second section of dashboards with numbered sections: one line per figure. The third: reasons of failures. */
export const numberedSections = {
  section_2: section(z.array(Line)),
  section_3: section(z.array(FailedReason)),
}

/** The first section of channels whose messages are sent, delivered and clicked. */
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
  /** Divided by sent messages that did not bounce: deliveries are not counted by provider. */
  open_rate: rate,
  /** Judged by the limits of Gmail and Yahoo for complaints; null if there are too few messages. */
  standing: z.nullable(z.enum(STANDINGS)),
})
export type MailboxFigures = z.infer<typeof MailboxFigures>

export const DayRange = z.object({ from: calendarDay, to: calendarDay })
export type DayRange = z.infer<typeof DayRange>

/** A campaign with a goal, and the conversions of its messages of the range. */
export const GoalCampaign = z.object({
  /** Id of the campaign. */
  uuid,
  /** From its latest run in the range, as is the name. */
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
  /** Conversions by the day on which the message was sent. */
  daily: z.array(Point),
  /** Most conversions first; at most ten. */
  campaigns: z.array(GoalCampaign),
  /** The same for the previous period; null unless requested, and if none of its campaigns has a goal. */
  previous: z.nullable(GoalTotals),
})
export type Goals = z.infer<typeof Goals>

/** The same fields in each dashboard. */
export const frame = {
  range: z.object({ ...DayRange.shape, days: z.int(), timezone: z.string() }),
  /** The campaign that the dashboard is narrowed to; null: the whole channel. */
  campaign: z.nullable(z.object({ uuid, name: z.string() })),
  /** Whether anything was sent or failed in the range. */
  has_data: z.boolean(),
  /** If not: the latest range of the same length that has something; null if nothing was ever sent. */
  last_data: z.nullable(DayRange),
  /** Whether a run of the channel, or of the campaign, is sending. */
  is_sending: z.boolean(),
  totals: section(Figures),
  daily: section(z.array(DayCounts)),
  /** Absent: no campaign of the range has a goal. */
  goals: z.optional(section(Goals)),
  top_campaigns: section(z.array(CampaignFigures)),
  top_links: countedSection(z.array(LinkClicks)),
}

/** The previous period, with the same figures. Spread into an object with the channel's sections. */
export const previousFrame = {
  range: DayRange,
  totals: Figures,
  daily: z.array(DayCounts),
}
