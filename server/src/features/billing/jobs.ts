/** What billing does in the background. */
import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { COMPARE, compareOne } from './compare.ts'
import { APPLY_EVENT, applyEvent } from './hook/events.ts'
import { BILLING_MAIL, sendBillingMail } from './mails/tell.ts'

export function billingJobs(deps: Deps): JobHandlers {
  return {
    [APPLY_EVENT]: { long: payload => applyEvent(deps, payload) },
    [COMPARE]: { long: payload => compareOne(deps, payload) },
    [BILLING_MAIL]: payload => sendBillingMail(deps, payload),
  }
}
