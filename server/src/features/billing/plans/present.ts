import type { Plan } from '@notifly/contracts/billing/plans'
import type { SubscriptionRow } from '../subscriptions/queries.ts'
import type { PlanFile, PlanWords } from './plan-file.ts'
import { plansOnSale } from './plans.ts'

/** The plans on sale, described in the reader's language. The organization's own plan also says how it is paid. */
export function presentPlans(file: PlanFile, open: readonly SubscriptionRow[], locale: string): Plan[] {
  return plansOnSale(file).map(plan => {
    const own = open.find(row => row.plan_id === plan.plan_id && row.period_start !== null)
    return {
      id: plan.plan_id,
      name: plan.plan_name,
      description: inLanguage(plan.description, locale),
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

function inLanguage(words: PlanWords, locale: string): string {
  if (typeof words === 'string') return words
  const translations: Readonly<Record<string, string | undefined>> = words
  return translations[locale] ?? words.en
}
