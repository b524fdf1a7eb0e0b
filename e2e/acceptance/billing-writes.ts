/** Writes of billing that need no payment. */
import { createSubscription } from '@notifly/contracts/billing/subscriptions'
import type { Prepare } from './prepared-write.ts'

const PURCHASE = { plan_id: 'starter-monthly', frequency: 'monthly' } as const

export const BILLING_WRITES: Record<string, Prepare> = {
  'POST /api/payments/subscription': async () => ({ body: PURCHASE }),
  'POST /api/payments/subscription/cancel': async ({ owner: { api, token } }) => {
    const { uuid } = await api(createSubscription, { token, body: PURCHASE })
    return { body: { subscription: uuid } }
  },
  'POST /api/user/preferences': async () => ({
    body: { company_name: 'Samarkand Traders', phone_number: '+919876543210' },
  }),
}

/** Writes whose entries in the audit log are checked by the tests of the feature. */
export const PAID_WRITES: Record<string, string> = {
  'POST /api/payments/subscription/verify': 'it takes a payment at the provider',
  'POST /api/payments/subscription/annual/confirm': 'it takes a paid plan',
  'POST /api/payments/subscription/update': 'it takes a paid plan',
}
