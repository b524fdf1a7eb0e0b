/** SQL of the Owners and Admins of an organization, who see its plan, bills and usage. */
import { DEFAULT_ROLE_IDS } from '@notifly/contracts/roles/roles'
import type { Db } from '../../db/schema/tables.ts'

export const RUNS_ORGANIZATION: readonly string[] = [DEFAULT_ROLE_IDS.owner, DEFAULT_ROLE_IDS.admin]

/** Ids of their accounts. */
export async function selectRunners(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .where(eb => eb.and({ organization_id: organizationId, status: 'active' }))
    .where('role_id', 'in', RUNS_ORGANIZATION)
    .select('account_id')
    .orderBy('account_id')
    .execute()
  return rows.map(row => row.account_id)
}

/**
 * The values of a mail to one of them, with the oldest application, whose pages show plan and usage; undefined if the person no longer is
 * one.
 */
export function selectRunner(db: Db, organizationId: string, accountId: string) {
  return db
    .selectFrom('member')
    .innerJoin('account', 'account.account_id', 'member.account_id')
    .innerJoin('organization', 'organization.organization_id', 'member.organization_id')
    .where(eb =>
      eb.and({
        'member.organization_id': organizationId,
        'member.account_id': accountId,
        'member.status': 'active',
      }),
    )
    .where('member.role_id', 'in', RUNS_ORGANIZATION)
    .where('organization.deleted_at', 'is', null)
    .select(eb => [
      'account.email',
      'account.locale',
      'organization.name as organization',
      eb
        .selectFrom('application as a')
        .whereRef('a.organization_id', '=', 'organization.organization_id')
        .where('a.deleted_at', 'is', null)
        .select('a.application_id')
        .orderBy('a.created_at')
        .orderBy('a.application_id')
        .limit(1)
        .as('applicationId'),
    ])
    .executeTakeFirst()
}
