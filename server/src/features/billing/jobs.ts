/** Background jobs of billing. */
import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { COMPARE, COMPARE_BILL, compareBill, compareOne } from './compare.ts'
import { TELL_SANDBOX, tellSandbox } from './hook/address.ts'
import { BILLING_MAIL, sendBillingMail } from './mails/tell.ts'

export function billingJobs(deps: Deps): JobHandlers {
  return {
    [COMPARE]: { long: payload => compareOne(deps, payload) },
    [COMPARE_BILL]: { long: payload => compareBill(deps, payload) },
    [TELL_SANDBOX]: () => tellSandbox(deps),
    [BILLING_MAIL]: payload => sendBillingMail(deps, payload),
  }
}
