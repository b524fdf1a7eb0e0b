/** SQL of mails about payments. */
import type { NotNull } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'

/** Undefined for a subscription that was never paid: no mail is sent about it. */
export function selectForMail(db: Db, subscriptionId: string) {
  return db
    .selectFrom('subscription')
    .where('subscription_id', '=', subscriptionId)
    .where('period_end', 'is not', null)
    .select(['organization_id', 'plan_name', 'amount', 'currency', 'period_end'])
    .$narrowType<{ period_end: NotNull }>()
    .executeTakeFirst()
}
