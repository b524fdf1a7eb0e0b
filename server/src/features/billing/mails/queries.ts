/** SQL of mails about payments. */
import type { Db } from '../../../db/schema/tables.ts'
import { DEFAULT_ROLE_IDS } from '../../roles/roles.ts'

const PAYERS = [DEFAULT_ROLE_IDS.owner, DEFAULT_ROLE_IDS.admin]

/** The accounts of all Owners and Admins. */
export async function selectPayers(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .where(eb => eb.and({ organization_id: organizationId, status: 'active' }))
    .where('role_id', 'in', PAYERS)
    .select('account_id')
    .execute()
  return rows.map(row => row.account_id)
}

export function selectForMail(db: Db, subscriptionId: string, accountId: string) {
  return db
    .selectFrom('subscription')
    .innerJoin('organization', 'organization.organization_id', 'subscription.organization_id')
    .innerJoin('member', 'member.organization_id', 'subscription.organization_id')
    .innerJoin('account', 'account.account_id', 'member.account_id')
    .where(eb =>
      eb.and({ subscription_id: subscriptionId, 'account.account_id': accountId, 'member.status': 'active' }),
    )
    .where('member.role_id', 'in', PAYERS)
    .where('organization.deleted_at', 'is', null)
    .select(eb => [
      'plan_name',
      'subscription.amount',
      'subscription.currency',
      'period_end',
      'organization.name as organization',
      'account.email',
      'account.locale',
      eb
        .selectFrom('application')
        .whereRef('application.organization_id', '=', 'subscription.organization_id')
        .where('application.deleted_at', 'is', null)
        .orderBy('application.created_at')
        .limit(1)
        .select('application_id')
        .as('application_id'),
    ])
    .executeTakeFirst()
}
