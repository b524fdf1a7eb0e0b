/** Deletes an application: hides it at once and erases it later. */
import * as z from 'zod/mini'
import type { Caller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue, type JobHandlers } from '../../jobs/jobs.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { requireRaised } from '../accounts/accounts.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { requireUnpaid } from '../billing/billing.ts'
import { eraseApplication, ERASED_AFTER_MS, requireIdle, requireTypedName } from './deletion.ts'
import { isDueForDeletion, isLastApplication, lockApplicationFields, markApplicationDeleted } from './queries.ts'

/** Name of the job that erases the remains of a deleted application. */
const ERASE_APPLICATION = 'erase-application'

const Payload = z.object({ application_id: z.string() })

/**
 * Deletes an application of the caller's organization. Throws notFound, confirmIdentity, conflict with a `DeletionBlockers` while
 * something runs or is scheduled or if it is the last one of a paid plan, and invalidInput unless its name was typed.
 */
export async function removeApplication(
  deps: Deps,
  caller: Caller,
  applicationId: string,
  typed: { name: string; password?: string | undefined },
): Promise<void> {
  const { organizationId } = caller
  if (organizationId === null) throw new AppError('notFound')
  await requireRaised(deps, caller, typed.password)
  const ids = { applicationId, organizationId }
  const now = deps.clock.now()
  await deps.database.kysely.transaction().execute(async tx => {
    const application = orNotFound(await lockApplicationFields(tx, ids))
    await requireIdle(tx, [applicationId])
    if (await isLastApplication(tx, ids)) await requireUnpaid(tx, organizationId)
    requireTypedName(typed.name, application.name)
    await markApplicationDeleted(tx, ids, now)
    const runAt = new Date(now.getTime() + ERASED_AFTER_MS)
    await enqueue(tx, ERASE_APPLICATION, { application_id: applicationId }, { runAt })
    const object = { type: 'application', id: applicationId, name: application.name }
    await recordAudit(
      tx,
      { ...byCaller(caller), ...ids, action: 'application.delete', object, before: application },
      now,
    )
  })
}

/** Erases an application that was deleted thirty days ago, with everything that belongs to it. Idempotent. */
export async function eraseDeletedApplication({ database, clock }: Deps, payload: unknown): Promise<void> {
  const { application_id: applicationId } = Payload.parse(payload)
  const deletedBefore = new Date(clock.now().getTime() - ERASED_AFTER_MS)
  if (await isDueForDeletion(database.kysely, applicationId, deletedBefore)) {
    await eraseApplication(database.kysely, applicationId)
  }
}

export function applicationJobs(deps: Deps): JobHandlers {
  return { [ERASE_APPLICATION]: { long: payload => eraseDeletedApplication(deps, payload) } }
}
