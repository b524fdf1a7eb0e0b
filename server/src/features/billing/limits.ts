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

/** The plan that runs, by name, and its limits; without one those of the plan file, and where nothing is sold none. */
export async function planOf(
  db: Db,
  { billing }: Pick<Config, 'billing'>,
  organizationId: string,
): Promise<{ name: string | null; limits: PlanLimits }> {
  if (billing === null) return { name: null, limits: NO_LIMITS }
  const running = await selectRunningLimits(db, organizationId)
  if (running !== undefined) return { name: running.plan_name, limits: running.limits }
  return { name: null, limits: billing.isTrial ? NO_LIMITS : plansOf(billing).without_plan }
}

export async function limitsOf(db: Db, config: Pick<Config, 'billing'>, organizationId: string): Promise<PlanLimits> {
  return (await planOf(db, config, organizationId)).limits
}
