/** Plans of organizations in tests that buy none. */
import type { PlanLimits } from '@notifly/contracts/billing/plans'
import { readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { BillingSetting } from '../lib/optional-settings.ts'

/** An installation that sells the plans of the product. */
export const SELLING: BillingSetting = {
  ...(readConfig({}).billing as BillingSetting),
  isTrial: false,
}

export const UNLIMITED: PlanLimits = {
  messages: { email: null, sms: null, whatsapp: null, webpush: null, mobilepush: null },
  contacts: null,
  members: null,
  applications: null,
  retention_days: null,
}

/** The organization has a plan with these limits, and no others, from now on. */
export async function givePlan(
  { kysely: db }: Database,
  organizationId: string,
  { messages, ...limits }: Partial<Omit<PlanLimits, 'messages'>> & { messages?: Partial<PlanLimits['messages']> },
  periodStart = new Date('2026-01-01T00:00:00Z'),
): Promise<void> {
  await db.deleteFrom('subscription').where('organization_id', '=', organizationId).execute()
  const at = new Date()
  await db
    .insertInto('subscription')
    .values({
      subscription_id: uuidv7(),
      organization_id: organizationId,
      gateway: 1,
      world: 'test',
      gateway_state: 'active',
      status: 2,
      is_running: true,
      plan_id: 'crew-monthly',
      plan_name: 'Crew',
      package_id: 1,
      price: 100,
      amount: 100,
      currency: 'USD',
      limits: JSON.stringify({
        ...UNLIMITED,
        ...limits,
        messages: { ...UNLIMITED.messages, ...messages },
      }),
      taxes: '[]',
      period_start: periodStart,
      compared_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
}
