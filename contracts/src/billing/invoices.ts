/** Invoices and credit notes, which never change once issued, and what is printed on them. Owner and Admin only. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds, maxCharacters, paging, search, uuid } from '../fields.ts'

const amounts = {
  /** ISO 4217. */
  currency: z.string(),
  /** Minor units, with tax; for a refund, the refunded amount. */
  invoice_amount: z.int(),
}

export const InvoiceRow = z.object({
  uuid,
  /** `2026-000042`; for a credit note `2026-000043` with `credits`; for trial money `TEST-2026-000042`. */
  number: z.string(),
  /** 3 is an invoice, anything else a refund. */
  status: z.int(),
  plan_name: z.string(),
  issued_on: epochSeconds,
  subscription_uuid: uuid,
  ...amounts,
  /** Number of the invoice that it refunds. */
  credits: z.nullable(z.string()),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

export const Invoice = z.object({
  ...InvoiceRow.shape,
  invoice_period_start_date: epochSeconds,
  invoice_period_end_date: epochSeconds,
  /** Lines of the customer's address when the invoice was issued. */
  customer_meta: z.array(z.object({ model: z.string() })),
  card_meta: z.object({
    method: z.string(),
    wallet: z.nullable(z.string()),
    card: z.nullable(z.object({ network: z.string(), last4: z.string() })),
    vpa: z.nullable(z.string()),
    amount: z.int(),
    amount_refunded: z.int(),
  }),
  /** Included in the amount; empty without tax. */
  taxes: z.array(z.object({ name: z.string(), rate: z.string(), amount: z.int() })),
  /** The issuer: name, postal address, tax number. */
  seller: z.object({ name: z.string(), address: z.array(z.string()), tax_number: z.nullable(z.string()) }),
  /** The amount in English words. */
  amount_in_words: z.string(),
})
export type Invoice = z.infer<typeof Invoice>

export const readInvoice = endpoint({
  call: 'GET /api/payments/subscription/invoice',
  summary: 'An invoice, by its own id or number, or the latest of a subscription',
  access: 'application',
  query: z.object({
    subscription_uuid: z.optional(z.string().check(maxCharacters(100))),
    invoice_uuid: z.optional(z.string().check(maxCharacters(100))),
  }),
  data: Invoice,
})

export const INVOICE_KINDS = ['bill', 'refund'] as const

const filters = {
  status: z.optional(z.enum(INVOICE_KINDS)),
  subscription_uuid: z.optional(uuid),
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  search,
}

export const listInvoices = endpoint({
  call: 'GET /api/payments/invoices',
  summary: 'Invoices and credit notes of the organization, the newest first',
  access: 'application',
  query: z.object({ ...paging, ...filters }),
  data: z.array(InvoiceRow),
  paged: true,
})

export const downloadInvoices = endpoint({
  call: 'GET /api/payments/invoices/download',
  summary: 'The same as CSV',
  access: 'application',
  query: z.object(filters),
  raw: { types: ['text/csv'] },
})
