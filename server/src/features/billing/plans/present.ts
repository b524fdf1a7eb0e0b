import type { Plan } from '@notifly/contracts/billing/plans'
import type { SubscriptionRow } from '../subscriptions/queries.ts'
import type { PlanFile } from './plan-file.ts'
import { plansOnSale } from './plans.ts'

/** The plans on sale. The organization's own plan also says how it is paid. */
export function presentPlans(file: PlanFile, open: readonly SubscriptionRow[]): Plan[] {
  return plansOnSale(file).map(plan => {
    const own = open.find(row => row.plan_id === plan.plan_id && row.period_start !== null)
    return {
      id: plan.plan_id,
      name: plan.plan_name,
      description: plan.description,
      price: plan.price,
      amount: plan.amount,
      currency: plan.currency,
      package_id: plan.package_id,
      limits: plan.limits,
      is_default: plan.is_default,
      card_meta: own?.card ? { method: own.card.method } : null,
    }
  })
}
