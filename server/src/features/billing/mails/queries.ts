/** SQL of mails about payments. */
import type { Db } from '../../../db/schema/tables.ts'

export function selectForMail(db: Db, subscriptionId: string) {
  return db
    .selectFrom('subscription')
    .where('subscription_id', '=', subscriptionId)
    .select(['organization_id', 'plan_name', 'amount', 'currency', 'period_end'])
    .executeTakeFirst()
}
