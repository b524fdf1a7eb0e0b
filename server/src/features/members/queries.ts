/** SQL of memberships. */
import type { MemberStatus } from '@notifly/contracts/members/members'
import { sql } from 'kysely'
import { countRows, type Paging } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

/**
 * Locks the organization until the transaction ends, so that changes of its members and roles run one after the other. Undefined if it is
 * deleted.
 */
export function lockOrganization(db: Db, organizationId: string): Promise<{ name: string } | undefined> {
  return db
    .selectFrom('organization')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .select('name')
    .forUpdate()
    .executeTakeFirst()
}

export async function selectTwoPeople(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization')
    .where('organization_id', '=', organizationId)
    .select('two_people')
    .executeTakeFirst()
  return row?.two_people ?? false
}

/** The rights of the active members: each role in use, with the number of its members. */
export function selectActiveRoles(db: Db, organizationId: string) {
  return db
    .selectFrom('member')
    .innerJoin('role', 'role.role_id', 'member.role_id')
    .where(eb => eb.and({ 'member.organization_id': organizationId, 'member.status': 'active' }))
    .groupBy(['role.role_id', 'role.permission_set'])
    .select(eb => ['role.permission_set', eb.fn.countAll<number>().as('members')])
    .execute()
}

export async function countActiveWith(db: Db, organizationId: string, roleId: string): Promise<number> {
  return countRows(
    db.selectFrom('member').where(eb => eb.and({ organization_id: organizationId, role_id: roleId, status: 'active' })),
  )
}

/** A member of an organization, or a person who was invited and has not accepted (then the id is the invitation's). */
export interface PersonRow {
  id: string
  name: string
  email: string
  role_id: string
  role_name: string
  status: MemberStatus
  since: Date
  expires_at: Date | null
}

interface PeopleFilter extends Paging {
  organizationId: string
  id?: string | undefined
  search?: string | undefined
  status?: MemberStatus | undefined
}

/** Members by name, then invited people by address. */
export async function selectPeople(db: Db, filter: PeopleFilter): Promise<{ rows: PersonRow[]; total: number }> {
  const { organizationId, id = null, search = '', status = null } = filter
  const people = sql`
    select account.account_id as id, account.name, account.email, member.role_id, member.status,
      member.created_at as since, null::timestamptz as expires_at
    from member join account using (account_id)
    where member.organization_id = ${organizationId}
    union all
    select invitation_id, '', email, role_id, 'invited', created_at, expires_at
    from invitation
    where organization_id = ${organizationId} and status = 'invited'`
  const matching = sql`
    from (${people}) as person join role on role.role_id = person.role_id
    where (${id}::uuid is null or person.id = ${id}::uuid)
      and (${status}::text is null or person.status = ${status}::text)
      and (${search} = '' or position(lower(${search}) in lower(person.name)) > 0
        or position(lower(${search}) in lower(person.email)) > 0)`
  const { rows } = await sql<PersonRow>`
    select person.*, role.name as role_name ${matching}
    order by person.status = 'invited', lower(coalesce(nullif(person.name, ''), person.email)), person.id
    limit ${filter.perPage} offset ${(filter.page - 1) * filter.perPage}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

interface MemberKey {
  organizationId: string
  accountId: string
}

/** A member with the rights of their role. */
export function selectMember(db: Db, { organizationId, accountId }: MemberKey) {
  return db
    .selectFrom('member')
    .innerJoin('account', 'account.account_id', 'member.account_id')
    .innerJoin('role', 'role.role_id', 'member.role_id')
    .where(eb => eb.and({ 'member.organization_id': organizationId, 'member.account_id': accountId }))
    .select(['account.email', 'member.status', 'role.role_id', 'role.name as role_name', 'role.permission_set'])
    .executeTakeFirst()
}

/** The member with this address, in any status. */
export async function selectMemberByEmail(
  db: Db,
  organizationId: string,
  emailKey: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('member')
    .innerJoin('account', 'account.account_id', 'member.account_id')
    .where(eb => eb.and({ 'member.organization_id': organizationId, 'account.email_key': emailKey }))
    .select('member.account_id')
    .executeTakeFirst()
  return row?.account_id
}

/** Returns false if the account is already a member. */
export async function insertMember(
  db: Db,
  { organizationId, accountId }: MemberKey,
  roleId: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('member')
    .values({
      organization_id: organizationId,
      account_id: accountId,
      role_id: roleId,
      status: 'active',
      created_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Undefined fields stay unchanged. */
export async function updateMemberRow(
  db: Db,
  { organizationId, accountId }: MemberKey,
  fields: { role_id?: string | undefined; status?: string | undefined },
): Promise<void> {
  await db
    .updateTable('member')
    .set(fields)
    .where(eb => eb.and({ organization_id: organizationId, account_id: accountId }))
    .execute()
}

export async function deleteMemberRow(db: Db, { organizationId, accountId }: MemberKey): Promise<void> {
  await db
    .deleteFrom('member')
    .where(eb => eb.and({ organization_id: organizationId, account_id: accountId }))
    .execute()
}

/** Where a new member starts: the organization's oldest application. */
export async function selectFirstApplication(db: Db, organizationId: string): Promise<string | null> {
  const row = await db
    .selectFrom('application')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .select('application_id')
    .orderBy('created_at')
    .orderBy('application_id')
    .limit(1)
    .executeTakeFirst()
  return row?.application_id ?? null
}

/** Every membership of an account, including disabled ones, with the organization's name; in a fixed order, for locking. */
export function selectMembershipsOf(db: Db, accountId: string) {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.organization_id', 'member.organization_id')
    .where('member.account_id', '=', accountId)
    .where('organization.deleted_at', 'is', null)
    .select(['member.organization_id', 'member.role_id', 'member.status', 'organization.name'])
    .orderBy('member.organization_id')
    .execute()
}
