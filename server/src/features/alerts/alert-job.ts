/** Payloads of alert jobs. One job alerts all people whom something concerns. */
import * as z from 'zod/mini'
import { TROUBLES } from './trouble-queries.ts'

export const REQUEST_ALERT = 'alert.request'
export const CAMPAIGN_ALERT = 'alert.campaign'

/** Alerts of one application wait for each other, so that those of the others do not. */
export const alertQueue = (applicationId: string): string => `alerts ${applicationId}`

/** Of a job that goes on with what was put off: for which browsers, and how often it was. */
const again = z.optional(z.object({ browsers: z.array(z.string()), times: z.int() }))

export interface Again {
  browsers: readonly string[]
  times: number
}

export const RequestAlert = z.object({
  application_id: z.string(),
  approval_id: z.string(),
  /** `over`: to those who were asked, once it does not wait for them any more. */
  kind: z.enum(['asked', 'over', 'approved', 'rejected', 'withdrawn']),
  account_ids: z.array(z.string()),
  /** Of `over`: when they were asked, in milliseconds. */
  asked_at: z.optional(z.number()),
  again,
})
export type RequestAlert = z.infer<typeof RequestAlert>

export const CampaignAlert = z.object({
  application_id: z.string(),
  campaign_id: z.string(),
  account_ids: z.array(z.string()),
  trouble: z.enum(TROUBLES),
  again,
})
export type CampaignAlert = z.infer<typeof CampaignAlert>
