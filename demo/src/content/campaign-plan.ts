/** A campaign as it is planned: what it says, to whom, when, and how a crowd behaves where that is other than usual. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Schedule } from '@notifly/contracts/schedules/schedules'
import type { Habits } from './habits.ts'

export interface CampaignPlan {
  name: string
  channel: Channel
  /** When it is launched: days from today, and the time. */
  days: number
  time: string
  /** Keys of segments. */
  to: readonly string[]
  template?: string
  /** Parts of its own. */
  content?: Readonly<Record<string, unknown>>
  schedule?: Schedule
  habits?: Partial<Habits>
  tags?: readonly string[]
  topic?: 'news' | 'offers' | 'loyalty'
  by?: 'asha'
  /** Orders that follow it count for it. */
  sells?: true
  /** The factors of an A/B test's variants; the first is the campaign's own. */
  test?: { subjects: readonly string[]; factors: readonly number[] }
}

/** What a campaign that sells is meant to bring about. */
export const ORDER_GOAL = {
  event: 'order_placed',
  revenue_property: 'total',
  currency_property: 'currency',
  currency: 'GBP',
} as const

/** Parts of a mail that has another subject than its template. */
export const OTHER_SUBJECT = (emailSubject: string) => ({ emailSubject })
