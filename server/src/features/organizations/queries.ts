import { sql } from 'kysely'
import { countRows, type Paging, selectPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

/** Active memberships in organizations that are not deleted, oldest first. */
export function selectMemberships(db: Db, accountId: string) {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.organization_id', 'member.organization_id')
    .innerJoin('role', 'role.role_id', 'member.role_id')
    .where(eb => eb.and({ 'member.account_id': accountId, 'member.status': 'active' }))
    .where('organization.deleted_at', 'is', null)
    .select([
      'member.organization_id',
      'member.role_id',
      'role.name as role_name',
      'role.permission_set',
      'organization.two_people',
    ])
    .orderBy('member.created_at')
    .orderBy('member.organization_id')
    .execute()
}

interface OrganizationFilter extends Paging {
  accountId: string
  organizationId?: string | undefined
  search?: string | undefined
}

/** Organizations that the account belongs to, sorted by name, with its role and counts. */
export async function selectOrganizations(db: Db, filter: OrganizationFilter) {
  const { organizationId, search } = filter
  const matching = db
    .selectFrom('member')
    .innerJoin('organization', 'organization.organization_id', 'member.organization_id')
    .where(eb => eb.and({ 'member.account_id': filter.accountId, 'member.status': 'active' }))
    .where('organization.deleted_at', 'is', null)
    .$if(organizationId !== undefined, query => query.where('member.organization_id', '=', organizationId ?? ''))
    .$if(Boolean(search), query =>
      query.where(sql<boolean>`position(lower(${search}) in lower(organization.name)) > 0`),
    )
  const rows = matching
    .innerJoin('role', 'role.role_id', 'member.role_id')
    .select(eb => [
      'organization.organization_id',
      'organization.name',
      'organization.strength',
      'organization.language',
      'organization.two_people',
      'organization.app_name',
      'organization.preferred_app',
      'organization.created_at',
      'role.role_id',
      'role.name as role_name',
      'role.permission_set',
      eb
        .selectFrom('member as other')
        .whereRef('other.organization_id', '=', 'organization.organization_id')
        .select(count => count.fn.countAll<number>().as('n'))
        .as('members'),
      eb
        .selectFrom('application')
        .whereRef('application.organization_id', '=', 'organization.organization_id')
        .where('application.deleted_at', 'is', null)
        .select(count => count.fn.countAll<number>().as('n'))
        .as('applications'),
    ])
    .orderBy(sql`lower(organization.name)`)
    .orderBy('organization.organization_id')
  return selectPage(rows, matching, filter)
}

/** How many organizations an account owns. Concurrent creations by the account wait until the transaction ends. */
export async function countOwned(tx: Db, accountId: string, ownerRoleId: string): Promise<number> {
  await tx.selectFrom('account').where('account_id', '=', accountId).select('account_id').forUpdate().execute()
  return countRows(
    tx
      .selectFrom('member')
      .innerJoin('organization', 'organization.organization_id', 'member.organization_id')
      .where(eb => eb.and({ 'member.account_id': accountId, 'member.role_id': ownerRoleId }))
      .where('organization.deleted_at', 'is', null),
  )
}

interface OrganizationFields {
  name: string
  strength: string
  language: string
  app_name?: string | undefined
  preferred_app?: number | undefined
}

/** Inserts an organization with its first member, in a transaction, so that neither exists without the other. */
export async function insertOrganization(
  db: Db,
  ids: { organizationId: string; accountId: string; roleId: string },
  fields: OrganizationFields,
  now: Date,
): Promise<void> {
  await db
    .insertInto('organization')
    .values({ organization_id: ids.organizationId, ...fields, created_at: now, updated_at: now })
    .execute()
  await db
    .insertInto('member')
    .values({
      organization_id: ids.organizationId,
      account_id: ids.accountId,
      role_id: ids.roleId,
      status: 'active',
      created_at: now,
    })
    .execute()
}

/** The editable fields of an organization, locked until the transaction ends. */
export function lockOrganizationFields(db: Db, organizationId: string) {
  return db
    .selectFrom('organization')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .select(['name', 'strength', 'language', 'two_people', 'app_name', 'preferred_app'])
    .forUpdate()
    .executeTakeFirst()
}

/** Undefined fields stay unchanged. */
export interface OrganizationChange {
  name: string
  strength?: string | undefined
  language?: string | undefined
  two_people?: boolean | undefined
  app_name?: string | undefined
  preferred_app?: number | undefined
}

export async function updateOrganizationRow(
  db: Db,
  organizationId: string,
  fields: OrganizationChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('organization')
    .set({ ...fields, updated_at: now })
    .where('organization_id', '=', organizationId)
    .execute()
}

/** Applications that are not deleted. */
export async function selectApplicationIds(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('application')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .select('application_id')
    .execute()
  return rows.map(row => row.application_id)
}

/** Hides it from now on. */
export async function markOrganizationDeleted(db: Db, organizationId: string, now: Date): Promise<void> {
  await db.updateTable('organization').set({ deleted_at: now }).where('organization_id', '=', organizationId).execute()
}

/** All applications of an organization that was deleted before that time; undefined for another one. */
export async function selectApplicationsToDelete(
  db: Db,
  organizationId: string,
  deletedBefore: Date,
): Promise<string[] | undefined> {
  const doomed = await db
    .selectFrom('organization')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', '<=', deletedBefore)
    .select('organization_id')
    .executeTakeFirst()
  if (doomed === undefined) return undefined
  const rows = await db
    .selectFrom('application')
    .where('organization_id', '=', organizationId)
    .select('application_id')
    .execute()
  return rows.map(row => row.application_id)
}

/** Deletes it with its members, roles, invitations and audit trail. */
export async function deleteOrganizationRow(db: Db, organizationId: string): Promise<void> {
  await db.deleteFrom('organization').where('organization_id', '=', organizationId).execute()
}
