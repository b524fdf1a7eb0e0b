import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  CampaignFigures,
  dashboardQuery,
  FailedReason,
  frame,
  MailboxFigures,
  mayReadDashboards,
  Point,
  previousFrame,
  rate,
  section,
  Slice,
  UsedSlice,
} from './parts.ts'

const recipients = z.object({ email_sent: z.int(), open_rate: rate, click_rate: rate, click_through_rate: rate })
const delivery = z.object({ delivery_rate: rate, hard_bounce: rate, unsubscribe_rate: rate, unique_click: z.int() })

/** Outcomes of all messages, in this order: together they are the sent and the failed ones. */
export const EMAIL_OUTCOMES = ['delivered', 'soft_bounce', 'hard_bounce', 'failed', 'awaiting_report'] as const

/** The number of days of each list of campaigns, including today. */
export const OUTCOME_DAYS = { today: 1, daily: 2, weekly: 7, monthly: 30 } as const

/** Rows of each list. */
export const OUTCOME_ROWS_MAX = 20

export const EmailDashboard = z.object({
  ...frame,
  section_1: section(recipients),
  section_2: section(delivery),
  /** Click rate and open rate of each day. */
  section_3: section(z.array(Point)),
  section_4: section(z.array(Point)),
  /** Recipients who opened, by browser or email client. */
  section_5: section(z.array(UsedSlice)),
  /** Names are those of EMAIL_OUTCOMES. */
  section_6: section(z.array(Slice)),
  /** Campaigns by their latest messages: of today, of today and yesterday, of the last 7 and 30 days, whatever the range is. */
  email_outcome: z.object({
    today: z.array(CampaignFigures),
    daily: z.array(CampaignFigures),
    weekly: z.array(CampaignFigures),
    monthly: z.array(CampaignFigures),
    is_loaded: z.boolean(),
  }),
  systems: section(z.array(UsedSlice)),
  devices: section(z.array(UsedSlice)),
  failures: section(z.array(FailedReason)),
  mailboxes: section(z.array(MailboxFigures)),
  previous: z.optional(z.object({ ...previousFrame, section_1: recipients, section_2: delivery })),
})
export type EmailDashboard = z.infer<typeof EmailDashboard>

export const readEmailDashboard = endpoint({
  call: 'GET /api/dashboard/email',
  summary: 'Email in a range of days: sent, opened, clicked, bounced, by day, browser, mailbox provider and campaign',
  access: mayReadDashboards,
  query: dashboardQuery,
  data: EmailDashboard,
})
