/** Billing preferences of an organization. */
import type { BillingPreferences, savePreferences as contract } from '@notifly/contracts/billing/preferences'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Input } from '../../../http/route.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { parsePhone } from '../../../lib/phone.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import type { Billing } from '../context.ts'
import { selectPreferences, upsertPreferences } from './queries.ts'

/** Empty if none were saved. */
export async function readPreferences(db: Db, organizationId: string): Promise<BillingPreferences> {
  const row = await selectPreferences(db, organizationId)
  return row ?? { company_name: '', billing_address: '', phone_number: '', get_text_when_payment_fails: false }
}

/** Fields that are absent stay as they are. Throws invalidInput for a malformed number, and if text messages are wanted without one. */
export async function savePreferences(
  { db, deps }: Billing,
  caller: ApplicationCaller,
  { phone_number: phone, ...rest }: Input<typeof contract>['body'],
): Promise<BillingPreferences> {
  const number = phone === undefined || phone === '' ? phone : phone.startsWith('+') ? parsePhone(phone) : undefined
  if (phone !== undefined && number === undefined) throw invalidField('phone_number', sentence('billing.phone'))
  const now = deps.clock.now()
  return db.transaction().execute(async tx => {
    const before = await readPreferences(tx, caller.organizationId)
    // In the order in which the page shows them.
    const after: BillingPreferences = {
      company_name: rest.company_name ?? before.company_name,
      billing_address: rest.billing_address ?? before.billing_address,
      phone_number: number ?? before.phone_number,
      get_text_when_payment_fails: rest.get_text_when_payment_fails ?? before.get_text_when_payment_fails,
    }
    if (after.get_text_when_payment_fails && after.phone_number === '') {
      throw invalidField('phone_number', sentence('billing.phoneForTexts'))
    }
    await upsertPreferences(tx, caller, after, now)
    await recordAudit(
      tx,
      {
        ...byCaller(caller),
        action: 'billing.update',
        object: { type: 'billing', id: caller.organizationId, name: '' },
        before,
        after,
      },
      now,
    )
    return after
  })
}
