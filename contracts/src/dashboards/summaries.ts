/** Summaries of an application by email; each person chooses whether to get them. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochSeconds } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const REPORT_TIMES = ['never', 'weekly', 'monthly'] as const
export type ReportTime = (typeof REPORT_TIMES)[number]

const access = {
  activity: ACTIVITY.dashboardEngagement,
  level: 'read',
  scope: 'application',
  or: { activity: ACTIVITY.deliveryDashboard, level: 'read' },
} as const

export const ReportSubscription = z.object({
  every: z.enum(REPORT_TIMES),
  /** When the next one leaves; null: never. */
  next_on: z.nullable(epochSeconds),
  /** The caller's own address, to which it is sent. */
  email: z.string(),
})
export type ReportSubscription = z.infer<typeof ReportSubscription>

export const readReport = endpoint({
  call: 'GET /api/dashboard/report',
  summary: 'Whether the caller gets a summary of the application by email, and when the next one leaves',
  access,
  data: ReportSubscription,
})

export const changeReport = endpoint({
  call: 'PUT /api/dashboard/report',
  summary:
    'Subscribe to the summary: weekly on Mondays, monthly on the first, at 8:00 on the application’s clock; or never',
  access,
  body: z.object({ every: z.enum(REPORT_TIMES, sentenceKey('fields.required')) }),
  data: ReportSubscription,
})

const token = z.object({ token: z.string() })
const lang = { lang: z.optional(z.unknown()) }

export const askToStopReport = endpoint({
  call: 'GET /reports/stop/{token}',
  summary: 'The page on which the reader of a summary stops it; opening it changes nothing',
  access: 'public',
  params: token,
  query: z.object({ ...lang, done: z.optional(z.unknown()) }),
  raw: { types: ['text/html'], hasNotFoundPage: true },
})

export const stopReport = endpoint({
  call: 'POST /reports/stop/{token}',
  summary: 'Stops the summary; with one click for mail programs (RFC 8058)',
  access: 'public',
  params: token,
  query: z.object(lang),
  body: z.looseObject({ 'List-Unsubscribe': z.optional(z.unknown()) }),
  raw: { types: ['text/plain'], redirect: 303, hasNotFoundPage: true },
  bodyLimitBytes: 16_384,
})
