import { listPlans } from '@notifly/contracts/billing/plans'
import * as api from '@notifly/contracts/billing/preferences'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { billingFor, openBilling } from './context.ts'
import { paymentHookRoutes } from './hook/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { presentPlans } from './plans/present.ts'
import { readPreferences, savePreferences } from './preferences/preferences.ts'
import { selectOpen } from './subscriptions/queries.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'

export function billingRoutes(http: Http, deps: Deps): void {
  const opened = openBilling(deps)

  route(http, listPlans, async ({ caller }) => {
    const billing = billingFor(opened, caller)
    return presentPlans(billing.plans, await selectOpen(billing.db, caller.organizationId), caller.locale)
  })

  route(http, api.readPreferences, ({ caller }) =>
    readPreferences(billingFor(opened, caller).db, caller.organizationId),
  )

  route(http, api.savePreferences, ({ body, caller }) => savePreferences(billingFor(opened, caller), caller, body))

  subscriptionRoutes(http, deps, opened)
  invoiceRoutes(http, opened)
  paymentHookRoutes(http, deps, opened)
}
