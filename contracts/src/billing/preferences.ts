/** Billing preferences of an organization: what its invoices say, and who is told of a failed payment. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxCharacters, oneLine } from '../fields.ts'

/** In the order of the specification. */
export const BillingPreferences = z.object({
  company_name: z.string(),
  /** Lines. */
  billing_address: z.string(),
  /** E.164, or empty. */
  phone_number: z.string(),
  get_text_when_payment_fails: z.boolean(),
})
export type BillingPreferences = z.infer<typeof BillingPreferences>

export const readPreferences = endpoint({
  call: 'GET /api/user/preferences',
  summary: 'Billing preferences of the organization (Owner and Admin)',
  access: 'application',
  data: BillingPreferences,
})

export const savePreferences = endpoint({
  call: 'POST /api/user/preferences',
  summary: 'Save billing preferences; what is left out stays. Invoices that were issued keep what they say',
  access: 'application',
  body: z.object({
    company_name: z.optional(oneLine(200)),
    billing_address: z.optional(z.string().check(z.trim(), maxCharacters(1000))),
    /** Checked as a phone number if it is given. */
    phone_number: z.optional(z.string().check(z.trim(), maxCharacters(30))),
    get_text_when_payment_fails: z.optional(z.boolean()),
  }),
  data: BillingPreferences,
  message: 'billing.preferencesSaved',
})
