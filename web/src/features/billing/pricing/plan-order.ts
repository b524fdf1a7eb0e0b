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

/** What a plan is to the one that somebody has: plans come cheapest first, and all up to that one are smaller. */
export function stepTo(plan: string, current: string, plans: readonly Plan[]): 'current' | 'downgrade' | 'upgrade' {
  const placeOf = (id: string) => plans.findIndex(each => each.id === id)
  if (plan === current) return 'current'
  return placeOf(plan) < placeOf(current) ? 'downgrade' : 'upgrade'
}
