import type { Db } from '../../db/schema/tables.ts'

/** Every membership of an account, also where it is disabled, with the organization's name; in one order, for locking. */
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
