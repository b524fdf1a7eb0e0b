/** How much an organization may use: what it bought, or what everybody has without a plan. */
import type { PlanLimits } from '@notifly/contracts/billing/plans'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema/tables.ts'
import { plansOf } from './plans/plan-file.ts'
import { selectRunningLimits } from './subscriptions/queries.ts'

export const NO_LIMITS: PlanLimits = {
  messages: { email: null, sms: null, whatsapp: null, webpush: null, mobilepush: null },
  contacts: null,
  members: null,
  applications: null,
  retention_days: null,
}

/** Those of the plan that runs; without one those of the plan file, and where nothing is sold none. */
export async function limitsOf(
  db: Db,
  { billing }: Pick<Config, 'billing'>,
  organizationId: string,
): Promise<PlanLimits> {
  if (billing === null) return NO_LIMITS
  const bought = await selectRunningLimits(db, organizationId)
  return bought ?? (billing.isTrial ? NO_LIMITS : plansOf(billing).without_plan)
}
