/** Front door of applications: which ones an account may enter. */
import { isUuid } from '@notifly/contracts/fields'
import type { Db } from '../../db/schema/tables.ts'
import { selectAccessibleApplication } from './queries.ts'

export { ERASED_AFTER_MS, eraseApplication, requireIdle, requireTypedName } from './deletion.ts'

/** An application with the organization whose role applies. */
export interface AccessibleApplication {
  applicationId: string
  organizationId: string
}

/** Null for an application that does not exist, is deleted, or belongs to an organization that the account is no member of. */
export async function findApplication(
  db: Db,
  accountId: string,
  applicationId: string,
): Promise<AccessibleApplication | null> {
  if (!isUuid(applicationId)) return null
  return present(await selectAccessibleApplication(db, accountId, applicationId))
}

/** The oldest application that the person may enter, for one who has not chosen yet. */
export async function firstApplication(db: Db, accountId: string): Promise<AccessibleApplication | null> {
  return present(await selectAccessibleApplication(db, accountId))
}

function present(row: { application_id: string; organization_id: string } | undefined): AccessibleApplication | null {
  return row === undefined ? null : { applicationId: row.application_id, organizationId: row.organization_id }
}
