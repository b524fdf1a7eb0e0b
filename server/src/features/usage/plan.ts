/** The limits of an organization's plan. The only file that calls billing. */
import type { PlanLimits } from '@notifly/contracts/billing/plans'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { limitsOf } from '../billing/billing.ts'
import { selectOrganization } from './queries.ts'

export type Configured = Pick<Deps, 'config'>

/** Null if billing is off: then there is no limit, and the database is not read. */
export async function limitsFor({ config }: Configured, db: Db, organizationId: string): Promise<PlanLimits | null> {
  return config.billing === null ? null : limitsOf(db, config, organizationId)
}

/** The same for the organization of an application. */
export async function limitsOfApplication(
  deps: Configured,
  db: Db,
  applicationId: string,
): Promise<{ organizationId: string; limits: PlanLimits } | null> {
  if (deps.config.billing === null) return null
  const organizationId = await selectOrganization(db, applicationId)
  if (organizationId === undefined) return null
  const limits = await limitsFor(deps, db, organizationId)
  return limits && { organizationId, limits }
}
