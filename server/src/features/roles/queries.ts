import type { PermissionSet } from '@notifly/contracts/roles/activities'
import { type Selectable, sql } from 'kysely'
import { countRows, type Paging, selectPage } from '../../db/pages.ts'
import type { Db, Tables } from '../../db/schema/tables.ts'
import type { DefaultRole } from './default-roles.ts'

export async function upsertDefaultRole(db: Db, role: DefaultRole): Promise<void> {
  const row = {
    name: role.name,
    role_group: role.group,
    sla_option: role.slaOption,
    sla_minutes: role.slaMinutes,
    permission_set: JSON.stringify(role.permissionSet),
  }
  await db
    .insertInto('role')
    .values({ role_id: role.roleId, organization_id: null, ...row })
    .onConflict(conflict => conflict.column('role_id').doUpdateSet(row))
    .execute()
}

const COLUMNS = [
  'role.role_id',
  'role.organization_id',
  'role.name',
  'role.role_group',
  'role.sla_option',
  'role.sla_minutes',
  'role.permission_set',
] as const

export interface RoleKey {
  organizationId: string
  roleId: string
}

export type RoleRow = Omit<Selectable<Tables['role']>, 'created_at'>

/** One of the organization's roles, or a default role. */
export function selectRole(
  db: Db,
  { organizationId, roleId }: RoleKey,
  lock?: 'forShare' | 'forUpdate',
): Promise<RoleRow | undefined> {
  return db
    .selectFrom('role')
    .where('role_id', '=', roleId)
    .where(eb => eb.or([eb('organization_id', 'is', null), eb('organization_id', '=', organizationId)]))
    .select(COLUMNS)
    .$if(lock === 'forShare', query => query.forShare())
    .$if(lock === 'forUpdate', query => query.forUpdate())
    .executeTakeFirst()
}

/** The organization of a role; undefined for a default role or an unknown one. */
export async function selectOrganizationOfRole(db: Db, roleId: string): Promise<string | undefined> {
  const row = await db.selectFrom('role').where('role_id', '=', roleId).select('organization_id').executeTakeFirst()
  return row?.organization_id ?? undefined
}

interface RoleFilter extends Paging {
  /** Null: a person without an organization sees the default roles only. */
  organizationId: string | null
  roleId?: string | undefined
  search?: string | undefined
}

/** Default roles first, in their fixed order, then the organization's own by name. */
export async function selectRoles(db: Db, filter: RoleFilter) {
  const { organizationId, roleId, search } = filter
  const matching = db
    .selectFrom('role')
    .where(eb =>
      organizationId === null
        ? eb('role.organization_id', 'is', null)
        : eb.or([eb('role.organization_id', 'is', null), eb('role.organization_id', '=', organizationId)]),
    )
    .$if(roleId !== undefined, query => query.where('role.role_id', '=', roleId ?? ''))
    .$if(Boolean(search), query => query.where(sql<boolean>`position(lower(${search}) in lower(role.name)) > 0`))
  const rows = matching
    .select(eb => [
      ...COLUMNS,
      eb
        .selectFrom('member')
        .whereRef('member.role_id', '=', 'role.role_id')
        .where('member.organization_id', '=', organizationId)
        .select(count => count.fn.countAll<number>().as('n'))
        .as('members'),
    ])
    .orderBy(sql`role.organization_id is not null`)
    .orderBy(sql`case when role.organization_id is null then role.role_id::text else lower(role.name) end`)
    .orderBy('role.role_id')
  return selectPage(rows, matching, filter)
}

export interface RoleFields {
  name: string
  group: number
  slaOption: number
  slaMinutes: number
  permissionSet: PermissionSet
}

/** The organization's own, without default roles. */
export async function countRoles(db: Db, organizationId: string): Promise<number> {
  return countRows(db.selectFrom('role').where('organization_id', '=', organizationId))
}

/** Returns false if the organization or the default roles have that name already (ignoring case). */
export async function insertRole(db: Db, { organizationId, roleId }: RoleKey, fields: RoleFields, now: Date) {
  if (await isNameTaken(db, { organizationId, roleId }, fields.name)) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('role')
    .values({ role_id: roleId, organization_id: organizationId, ...rowOf(fields), created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The same for a changed role. */
export async function updateRoleRow(db: Db, { organizationId, roleId }: RoleKey, fields: RoleFields) {
  if (await isNameTaken(db, { organizationId, roleId }, fields.name)) return false
  await db
    .updateTable('role')
    .set(rowOf(fields))
    .where(eb => eb.and({ organization_id: organizationId, role_id: roleId }))
    .execute()
  return true
}

export async function deleteRoleRow(db: Db, { organizationId, roleId }: RoleKey): Promise<void> {
  await db.deleteFrom('role').where('organization_id', '=', organizationId).where('role_id', '=', roleId).execute()
}

/** How many members have the role, in any status. */
export async function countMembersWith(db: Db, { organizationId, roleId }: RoleKey): Promise<number> {
  const { members } = await db
    .selectFrom('member')
    .where(eb => eb.and({ organization_id: organizationId, role_id: roleId }))
    .select(eb => eb.fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow()
  return members
}

/** Lets one change of an organization's roles run at a time, until the transaction ends. */
export async function lockRolesOf(db: Db, organizationId: string): Promise<void> {
  await db
    .selectFrom('organization')
    .where('organization_id', '=', organizationId)
    .select('organization_id')
    .forUpdate()
    .execute()
}

/** Owners first, then Admins, by name. */
export function selectGranters(db: Db, organizationId: string, roleIds: readonly string[], limit: number) {
  return db
    .selectFrom('member')
    .innerJoin('account', 'account.account_id', 'member.account_id')
    .innerJoin('role', 'role.role_id', 'member.role_id')
    .where(eb => eb.and({ 'member.organization_id': organizationId, 'member.status': 'active' }))
    .where('member.role_id', 'in', [...roleIds])
    .select(['account.name', 'account.email', 'role.role_id', 'role.name as role_name'])
    .orderBy('role.role_id')
    .orderBy(sql`lower(account.name)`)
    .orderBy('account.account_id')
    .limit(limit)
    .execute()
}

async function isNameTaken(db: Db, { organizationId, roleId }: RoleKey, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('role')
    .where(eb => eb.or([eb('organization_id', 'is', null), eb('organization_id', '=', organizationId)]))
    .where('role_id', '!=', roleId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .select('role_id')
    .executeTakeFirst()
  return row !== undefined
}

function rowOf(fields: RoleFields) {
  return {
    name: fields.name,
    role_group: fields.group,
    sla_option: fields.slaOption,
    sla_minutes: fields.slaMinutes,
    permission_set: JSON.stringify(fields.permissionSet),
  }
}
