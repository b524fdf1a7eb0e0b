import type { Plan } from '@notifly/contracts/billing/plans'
import { PACKAGE } from '@notifly/contracts/billing/states'

export type Tab = 'monthly' | 'annual'
export const TABS: readonly Tab[] = ['monthly', 'annual']

export function plansOf(plans: readonly Plan[], tab: Tab): Plan[] {
  return plans.filter(plan => plan.package_id === PACKAGE[tab])
}

export function tabOf(packageId: number): Tab {
  return packageId === PACKAGE.annual ? 'annual' : 'monthly'
}

/** How a plan compares with the current one. `plans` is sorted by price, cheapest first. */
export function stepTo(plan: string, current: string, plans: readonly Plan[]): 'current' | 'downgrade' | 'upgrade' {
  const placeOf = (id: string) => plans.findIndex(each => each.id === id)
  if (plan === current) return 'current'
  return placeOf(plan) < placeOf(current) ? 'downgrade' : 'upgrade'
}
