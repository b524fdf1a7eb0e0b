/** SQL of the mail about an endpoint that was turned off. */
import type { Db } from '../../db/schema/tables.ts'
import type { WebhookKey } from './queries.ts'

/** Undefined if there is nothing to report, or its reader is no longer a member. */
export function selectForMail(db: Db, { applicationId, webhookId }: WebhookKey, accountId: string) {
  return db
    .selectFrom('webhook')
    .innerJoin('application', 'application.application_id', 'webhook.application_id')
    .innerJoin('member', 'member.organization_id', 'application.organization_id')
    .innerJoin('account', 'account.account_id', 'member.account_id')
    .where(eb =>
      eb.and({
        'webhook.application_id': applicationId,
        webhook_id: webhookId,
        'account.account_id': accountId,
        'member.status': 'active',
      }),
    )
    .where('webhook.status', 'in', ['gone', 'failing'])
    .select(['webhook.name', 'webhook.status', 'application.name as application', 'account.email', 'account.locale'])
    .executeTakeFirst()
}
