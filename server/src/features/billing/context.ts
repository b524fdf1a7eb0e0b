/** What all of billing needs: the settings, the plans and the payment provider. */
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import type { PaymentProvider } from '../../lib/payments/provider.ts'
import { openProvider } from '../../lib/payments/registry.ts'
import type { BillingSetting } from '../../lib/optional-settings.ts'
import { runsOrganization } from '../roles/roles.ts'
import { type PlanFile, plansOf } from './plans/plan-file.ts'

export interface Billing {
  deps: Deps
  db: Db
  setting: BillingSetting
  plans: PlanFile
  provider: PaymentProvider
}

/** Null if billing is off. */
export function openBilling(deps: Deps): Billing | null {
  const { billing: setting } = deps.config
  if (setting === null) return null
  return { deps, db: deps.database.kysely, setting, plans: plansOf(setting), provider: openProvider(setting) }
}

/** Throws notFound if billing is off, and forbidden unless the caller is Owner or Admin. */
export function billingFor(billing: Billing | null, caller: ApplicationCaller): Billing {
  if (billing === null) throw new AppError('notFound')
  if (!runsOrganization(caller.roleId)) throw new AppError('forbidden')
  return billing
}
