/** SQL of members as approvers. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'

/** Active members of an organization with the rights of their role; the Owner counts in both groups. */
function members(db: Db, organizationId: string) {
  return db
    .selectFrom('member')
    .innerJoin('role', 'role.role_id', 'member.role_id')
    .where(eb => eb.and({ 'member.organization_id': organizationId, 'member.status': 'active' }))
}

interface ApproverFilter {
  organizationId: string
  activity: number
  group: 1 | 2
  /** Makers do not decide their own requests. */
  exceptId: string | null
}

/** Members who are asked for a decision. */
export async function selectApprovers(db: Db, filter: ApproverFilter): Promise<string[]> {
  const rows = await members(db, filter.organizationId)
    .where(sql<boolean>`role.permission_set -> ${String(filter.activity)} ->> 1 = '1'`)
    .where(eb => eb.or([eb('role.role_group', '=', filter.group), eb('role.role_id', '=', DEFAULT_ROLE_IDS.owner)]))
    .$if(filter.exceptId !== null, query => query.where('member.account_id', '!=', filter.exceptId ?? ''))
    .select('member.account_id')
    .orderBy('member.account_id')
    .execute()
  return rows.map(row => row.account_id)
}

/** The rights that an active member's role grants now; undefined for any other person. */
export function selectMember(db: Db, organizationId: string, accountId: string) {
  return members(db, organizationId)
    .where('member.account_id', '=', accountId)
    .select(['role.role_id', 'role.role_group', 'role.permission_set'])
    .executeTakeFirst()
}
