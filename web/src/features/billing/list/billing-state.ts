/** The parameters in the address of the billing pages. */
import * as z from 'zod/mini'
import { TABS } from '../pricing/plan-order.ts'

export const BILLING_TABS = ['overview', 'invoices', 'preferences'] as const

export const billingState = z.object({
  tab: z._default(z.enum(BILLING_TABS), 'overview'),
  /** The tab of the open dialog of plans; empty if it is closed. */
  plans: z._default(z.enum(['', ...TABS]), ''),
})
