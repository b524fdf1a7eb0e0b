/** The parameters in the address of the subscription's pages. */
import * as z from 'zod/mini'
import { TABS } from '../pricing/plan-order.ts'

export const BILLING_TABS = ['overview', 'invoices', 'preferences'] as const

export const billingState = z.object({
  tab: z._default(z.enum(BILLING_TABS), 'overview'),
  /** The plans that are open. */
  plans: z._default(z.enum(['', ...TABS]), ''),
})
