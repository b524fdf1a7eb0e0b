/** Conditions and last step of deleting an application, or an organization with all of its applications. */
import type { DeletionBlockers } from '@notifly/contracts/organizations/organizations'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { selectCampaignsInProgress } from '../campaigns/campaigns.ts'
import { deleteDataOf, deleteWithAccess, selectDataTables } from './queries.ts'

/** Time between deletion and erasure. */
export const ERASED_AFTER_MS = 30 * 86_400_000

/** Throws conflict with a `DeletionBlockers` while a campaign of one of these applications runs or is scheduled. */
export async function requireIdle(tx: Db, applicationIds: readonly string[]): Promise<void> {
  const campaigns = await selectCampaignsInProgress(tx, applicationIds)
  if (campaigns.length === 0) return
  const data: DeletionBlockers = { campaigns }
  throw new AppError('conflict', { ...sentence('members.underWay'), data })
}

/** Throws invalidInput unless the name was typed exactly. */
export function requireTypedName(typed: string, name: string): void {
  if (typed.normalize('NFC') !== name.trim().normalize('NFC')) {
    throw invalidField('name', sentence('members.typedName'))
  }
}

/** Erases an application with all of its data, one table at a time: a later run continues where a killed one stopped. */
export async function eraseApplication(db: Db, applicationId: string): Promise<void> {
  for (const table of await selectDataTables(db)) await deleteDataOf(db, table, applicationId)
  await deleteWithAccess(db, applicationId)
}
