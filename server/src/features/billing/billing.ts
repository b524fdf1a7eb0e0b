/** Front door of billing: an organization's limits, and whether it can be deleted. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { DeletionBlockers } from '@notifly/contracts/organizations/organizations'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Config } from '../../config.ts'
import { plansOf } from './plans/plan-file.ts'
import { selectGoingOn } from './subscriptions/queries.ts'

export { compareDue } from './compare.ts'
export { announceHook, type HookStanding, readHookStanding } from './hook/address.ts'
export { deleteOldEvents } from './hook/events.ts'
export { billingJobs } from './jobs.ts'
export { limitsOf, NO_LIMITS, planOf } from './limits.ts'

/** Throws conflict with a `DeletionBlockers` while the organization has a paid plan that renews. */
export async function requireUnpaid(tx: Db, organizationId: string): Promise<void> {
  const paid = await selectGoingOn(tx, organizationId)
  if (paid === undefined) return
  const data: DeletionBlockers = {
    campaigns: [],
    subscription: { uuid: paid.subscription_id, name: paid.plan_name },
  }
  throw new AppError('conflict', { ...sentence('billing.paidPlan', { plan: paid.plan_name }), data })
}

/** Throws StartError with every error in the plan file. */
export function checkPlanFile({ billing }: Pick<Config, 'billing'>): void {
  if (billing !== null) plansOf(billing)
}
