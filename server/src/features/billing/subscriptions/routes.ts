import * as api from '@notifly/contracts/billing/subscriptions'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { type Http, route } from '../../../http/route.ts'
import { createRateLimit } from '../../../lib/rate-limit.ts'
import { type Billing, billingFor } from '../context.ts'
import { begin } from './begin.ts'
import { cancel } from './cancel.ts'
import { changeMonthly, changeYear, preview } from './change.ts'
import { presentSubscription } from './present.ts'
import { selectInvoiceId, selectListed, type SubscriptionRow } from './queries.ts'
import { refresh } from './refresh.ts'
import { verify } from './verify.ts'

export function subscriptionRoutes(http: Http, deps: Deps, opened: Billing | null): void {
  const limit = createRateLimit(deps.database.pool, { name: 'billing', attempts: 60, perSeconds: 600 })

  /** A rate limit for routes that call the provider. */
  async function acting(caller: ApplicationCaller): Promise<Billing> {
    const billing = billingFor(opened, caller)
    await limit.take(caller.organizationId)
    return billing
  }

  async function presented(row: SubscriptionRow) {
    return presentSubscription({ ...row, invoice_id: await selectInvoiceId(deps.database.kysely, row.subscription_id) })
  }

  route(http, api.listSubscriptions, async ({ query, caller }) => {
    const { db } = billingFor(opened, caller)
    const filter = { isCurrent: query.type === 'current', subscriptionId: query.subscription_id }
    return (await selectListed(db, caller.organizationId, filter)).map(presentSubscription)
  })

  route(http, api.createSubscription, async ({ body, caller }) => begin(await acting(caller), caller, body))

  route(http, api.verifyPayment, async ({ body, caller }) =>
    presented(await verify(await acting(caller), caller, body)),
  )

  route(http, api.previewChange, ({ query, caller }) => preview(billingFor(opened, caller), caller, query.plan_id))

  route(http, api.confirmAnnualChange, async ({ body, caller }) =>
    changeYear(await acting(caller), caller, body.plan_id),
  )

  route(http, api.updateSubscription, async ({ body, caller }) => {
    const { row, ...begun } = await changeMonthly(await acting(caller), caller, body.plan_id)
    return { subscription: await presented(row), ...begun }
  })

  route(http, api.cancelSubscription, async ({ body, caller }) =>
    presented(await cancel(await acting(caller), caller, body.subscription)),
  )

  route(http, api.refreshSubscription, async ({ body, caller }) =>
    presented(await refresh(await acting(caller), caller, body.subscription)),
  )
}
