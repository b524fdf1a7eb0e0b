/** Deletes an organization: hides it at once and erases it later. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import * as z from 'zod/mini'
import type { Caller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue, type JobHandlers } from '../../jobs/jobs.ts'
import { AppError } from '../../lib/app-error.ts'
import { requireRaised } from '../accounts/accounts.ts'
import { eraseApplication, ERASED_AFTER_MS, requireIdle, requireTypedName } from '../applications/applications.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { requireUnpaid } from '../billing/billing.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { actInOwn } from './organizations.ts'
import {
  deleteOrganizationRow,
  lockOrganizationFields,
  markOrganizationDeleted,
  selectApplicationIds,
  selectApplicationsToDelete,
} from './queries.ts'

/** Name of the job that erases the remains of a deleted organization. */
const ERASE_ORGANIZATION = 'erase-organization'

const Payload = z.object({ organization_id: z.string() })

/**
 * Deletes an organization with its applications. Throws foreignObject, forbidden (Owner only), confirmIdentity, conflict with a
 * `DeletionBlockers` while something runs, is scheduled or is paid for, and invalidInput unless its name was typed.
 */
export async function removeOrganization(
  deps: Deps,
  caller: Caller,
  uuid: string,
  typed: { name: string; password?: string | undefined },
): Promise<void> {
  const db = deps.database.kysely
  const member = await actInOwn(db, caller, uuid)
  const { organizationId } = member
  if (organizationId === null || member.roleId !== DEFAULT_ROLE_IDS.owner) {
    throw new AppError('forbidden', sentence('members.ownerDeletes'))
  }
  await requireRaised(deps, caller, typed.password)
  const now = deps.clock.now()
  await db.transaction().execute(async tx => {
    const organization = await lockOrganizationFields(tx, organizationId)
    if (organization === undefined) throw new AppError('foreignObject')
    await requireIdle(tx, await selectApplicationIds(tx, organizationId))
    await requireUnpaid(tx, organizationId)
    requireTypedName(typed.name, organization.name)
    await markOrganizationDeleted(tx, organizationId, now)
    const runAt = new Date(now.getTime() + ERASED_AFTER_MS)
    await enqueue(tx, ERASE_ORGANIZATION, { organization_id: organizationId }, { runAt })
    const object = { type: 'organization', id: organizationId, name: organization.name }
    const by = { ...byCaller(caller), organizationId, applicationId: null }
    await recordAudit(tx, { ...by, action: 'organization.delete', object, before: organization }, now)
  })
}

/** Erases an organization that was deleted thirty days ago, with everything that belongs to it. Idempotent. */
export async function eraseOrganization({ database, clock }: Deps, payload: unknown): Promise<void> {
  const { organization_id: organizationId } = Payload.parse(payload)
  const deletedBefore = new Date(clock.now().getTime() - ERASED_AFTER_MS)
  const applications = await selectApplicationsToDelete(database.kysely, organizationId, deletedBefore)
  if (applications === undefined) return
  for (const applicationId of applications) await eraseApplication(database.kysely, applicationId)
  await deleteOrganizationRow(database.kysely, organizationId)
}

export function organizationJobs(deps: Deps): JobHandlers {
  return { [ERASE_ORGANIZATION]: { long: payload => eraseOrganization(deps, payload) } }
}
