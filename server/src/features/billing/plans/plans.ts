/** Plans as customers buy them: each plan of the file by the month, and by the year, which costs eleven months. */
import type { PlanLimits } from '@notifly/contracts/billing/plans'
import { ANNUAL_MONTHS, type Frequency, PACKAGE, type PackageId } from '@notifly/contracts/billing/states'
import { type Tax, withTaxes } from './money.ts'
import type { PlanFile, PlanWords } from './plan-file.ts'

/** A purchased plan, as stored with its subscription. */
export interface Purchase {
  plan_id: string
  plan_name: string
  package_id: PackageId
  /** Minor units for one period, without and with tax. */
  price: number
  amount: number
  currency: string
  limits: PlanLimits
  taxes: Tax[]
}

export interface PlanOnSale extends Purchase {
  description: PlanWords
  is_default: boolean
}

const SUFFIX = { [PACKAGE.monthly]: 'monthly', [PACKAGE.annual]: 'annual' } as const

/** All plans on sale: monthly ones first, each group from the cheapest. */
export function plansOnSale(file: PlanFile): PlanOnSale[] {
  const cheapestFirst = file.plans.toSorted((one, other) => one.price - other.price)
  const first = file.default_plan ?? file.plans[0]?.id
  return [PACKAGE.monthly, PACKAGE.annual].flatMap(packageId =>
    cheapestFirst.map(({ id, name, description, price: monthly, limits }) => {
      const price = packageId === PACKAGE.annual ? monthly * ANNUAL_MONTHS : monthly
      const { currency, taxes } = file
      return {
        plan_id: `${id}-${SUFFIX[packageId]}`,
        plan_name: name,
        description,
        package_id: packageId,
        price,
        amount: withTaxes(price, taxes, currency),
        currency,
        limits,
        taxes,
        is_default: id === first,
      }
    }),
  )
}

export function findPlan(file: PlanFile, planId: string): PlanOnSale | undefined {
  return plansOnSale(file).find(plan => plan.plan_id === planId)
}

/** Without the fields that only lists show. */
export function purchaseOf({ description: _, is_default: __, ...purchase }: PlanOnSale): Purchase {
  return purchase
}

export function packageOf(frequency: Frequency): PackageId {
  return frequency === 'monthly' ? PACKAGE.monthly : PACKAGE.annual
}
