/** SQL of billing preferences. */
import type { BillingPreferences } from '@notifly/contracts/billing/preferences'
import type { Db } from '../../../db/schema/tables.ts'

export function selectPreferences(db: Db, organizationId: string): Promise<BillingPreferences | undefined> {
  return db
    .selectFrom('billing_preference')
    .where('organization_id', '=', organizationId)
    .select(['company_name', 'billing_address', 'phone_number', 'get_text_when_payment_fails'])
    .executeTakeFirst()
}

export async function upsertPreferences(
  db: Db,
  { organizationId, accountId }: { organizationId: string; accountId: string },
  preferences: BillingPreferences,
  now: Date,
): Promise<void> {
  const set = { ...preferences, updated_by: accountId, updated_at: now }
  await db
    .insertInto('billing_preference')
    .values({ organization_id: organizationId, ...set })
    .onConflict(conflict => conflict.column('organization_id').doUpdateSet(set))
    .execute()
}
