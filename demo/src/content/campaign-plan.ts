/** The plan of a campaign: its content, audience and time, and how recipients react if that differs from the usual. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Schedule } from '@notifly/contracts/schedules/schedules'
import type { EngagementRates } from './engagement-rates.ts'

export interface CampaignPlan {
  name: string
  channel: Channel
  /** Launch time: days relative to today, and the time of day. */
  days: number
  time: string
  /** Keys of segments. */
  to: readonly string[]
  template?: string
  /** Content of the campaign's own. */
  content?: Readonly<Record<string, unknown>>
  schedule?: Schedule
  rates?: Partial<EngagementRates>
  tags?: readonly string[]
  topic?: 'news' | 'offers' | 'loyalty'
  by?: 'asha'
  /** Later orders are attributed to it. */
  sells?: true
  /** An A/B test: the variants' subjects, and a factor for how often each one is opened. */
  test?: { subjects: readonly string[]; factors: readonly number[] }
}

/** The goal of campaigns that sell. */
export const ORDER_GOAL = {
  event: 'order_placed',
  revenue_property: 'total',
  currency_property: 'currency',
  currency: 'GBP',
} as const

/** The content of a campaign that replaces its template's subject. */
export const OTHER_SUBJECT = (emailSubject: string) => ({ emailSubject })
