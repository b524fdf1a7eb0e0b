/** SQL of the subjects of alerts, and of who may see them. */
import type { Db } from '../../db/schema/tables.ts'

/** Undefined if the application is deleted. */
export function selectRequest(db: Db, applicationId: string, approvalId: string) {
  return db
    .selectFrom('approval')
    .innerJoin('application', 'application.application_id', 'approval.application_id')
    .leftJoin('account as maker', 'maker.account_id', 'approval.maker_id')
    .leftJoin('account as approver', 'approver.account_id', 'approval.approver_id')
    .where(eb => eb.and({ 'approval.application_id': applicationId, 'approval.approval_id': approvalId }))
    .where('application.deleted_at', 'is', null)
    .select([
      'approval.organization_id',
      'approval.status',
      'approval.activity',
      'approval.title',
      'application.name as application',
      'maker.name as maker',
      'approver.name as approver',
    ])
    .executeTakeFirst()
}

/** The people whom the request currently asks. */
export async function selectAsked(db: Db, applicationId: string, approvalId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('notice')
    .where(eb => eb.and({ application_id: applicationId, approval_id: approvalId, kind: 'asked' }))
    .select('account_id')
    .execute()
  return new Set(rows.map(row => row.account_id))
}

/** Undefined if the application is deleted. */
export function selectCampaign(db: Db, applicationId: string, campaignId: string) {
  return db
    .selectFrom('campaign')
    .innerJoin('application', 'application.application_id', 'campaign.application_id')
    .where(eb => eb.and({ 'campaign.application_id': applicationId, 'campaign.campaign_id': campaignId }))
    .where('application.deleted_at', 'is', null)
    .select(['campaign.name', 'campaign.channel', 'application.organization_id', 'application.name as application'])
    .executeTakeFirst()
}

export interface Colleague {
  accountId: string
  locale: string
  permissionSet: unknown
}

/** Those of these people who are active members, with the rights of their roles. */
export function selectPeople(db: Db, organizationId: string, accountIds: readonly string[]): Promise<Colleague[]> {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.organization_id', 'member.organization_id')
    .innerJoin('account', 'account.account_id', 'member.account_id')
    .innerJoin('role', 'role.role_id', 'member.role_id')
    .where('member.organization_id', '=', organizationId)
    .where('member.account_id', 'in', accountIds)
    .where('member.status', '=', 'active')
    .where('organization.deleted_at', 'is', null)
    .select(['member.account_id as accountId', 'account.locale', 'role.permission_set as permissionSet'])
    .execute()
}
