/** Payloads of alert jobs. One job alerts all people concerned. */
import * as z from 'zod/mini'
import { TROUBLES } from './trouble-queries.ts'

export const REQUEST_ALERT = 'alert.request'
export const CAMPAIGN_ALERT = 'alert.campaign'

/** Alerts of one application run one after the other, so that they do not delay those of other applications. */
export const alertQueue = (applicationId: string): string => `alerts ${applicationId}`

/** For a job that continues with deferred alerts: for which browsers, and the number of the attempt. */
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
