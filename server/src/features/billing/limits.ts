/** An organization's limits: those of its plan, or the limits of all organizations without one. */
import type { PlanLimits } from '@notifly/contracts/billing/plans'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema/tables.ts'
import { plansOf } from './plans/plan-file.ts'
import { selectRunningPlan } from './subscriptions/queries.ts'

export const NO_LIMITS: PlanLimits = {
  messages: { email: null, sms: null, whatsapp: null, webpush: null, mobilepush: null },
  contacts: null,
  members: null,
  applications: null,
  retention_days: null,
}

interface RunningPlan {
  /** Null without a plan. */
  name: string | null
  limits: PlanLimits
}

/** The limits of the current plan; without one those of the plan file; none if billing is off. */
export async function planOf(
  db: Db,
  { billing }: Pick<Config, 'billing'>,
  organizationId: string,
): Promise<RunningPlan> {
  if (billing === null) return { name: null, limits: NO_LIMITS }
  const running = await selectRunningPlan(db, organizationId)
  return running ?? { name: null, limits: billing.isTrial ? NO_LIMITS : plansOf(billing).without_plan }
}

export async function limitsOf(db: Db, config: Pick<Config, 'billing'>, organizationId: string): Promise<PlanLimits> {
  return (await planOf(db, config, organizationId)).limits
}
