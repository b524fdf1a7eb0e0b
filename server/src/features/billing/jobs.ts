/** Background jobs of billing. */
import type { Deps } from '../../http/deps.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { COMPARE, COMPARE_BILL, compareBill, compareOne } from './compare.ts'
import { CONFIGURE_SANDBOX, configureSandbox } from './hook/address.ts'
import { BILLING_MAIL, sendBillingMail } from './mails/payer-mails.ts'

export function billingJobs(deps: Deps): JobHandlers {
  return {
    [COMPARE]: { long: payload => compareOne(deps, payload) },
    [COMPARE_BILL]: { long: payload => compareBill(deps, payload) },
    [CONFIGURE_SANDBOX]: () => configureSandbox(deps),
    [BILLING_MAIL]: payload => sendBillingMail(deps, payload),
  }
}
