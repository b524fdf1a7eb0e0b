/** An organization with plans, subscriptions and invoices, for tests of what is sold. */
import type { Invoice, InvoiceRow } from '@notifly/contracts/billing/invoices'
import type { Plan, Usage } from '@notifly/contracts/billing/plans'
import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { APPLICATION, ok, page, stubApi } from './api-stub.ts'

export const idOf = (n: number) => `0198c0de-0000-7000-8000-0000000b000${n}`
/** 1 November and 1 December 2026. */
export const [START, END] = [Date.UTC(2026, 10, 1) / 1000, Date.UTC(2026, 11, 1) / 1000] as const

const PRICES = { Starter: 1900, Professional: 4900, Business: 19_900 }

export const plansOnSale: Plan[] = ([1, 7] as const).flatMap(package_id =>
  Object.entries(PRICES).map(([name, price], index) => ({
    id: `${name.toLowerCase()}-${package_id === 1 ? 'monthly' : 'annual'}`,
    name,
    description: `For ${name.toLowerCase()} teams`,
    price: package_id === 1 ? price : price * 11,
    amount: package_id === 1 ? price : price * 11,
    currency: 'USD',
    package_id,
    limits: {
      messages: {
        email: 50_000 * 10 ** index,
        sms: index === 0 ? 0 : 5000,
        whatsapp: 5000,
        webpush: null,
        mobilepush: null,
      },
      contacts: 10_000 * 10 ** index,
      members: index === 2 ? null : 5 * (index + 1),
      applications: index + 1,
      retention_days: [30, 90, 400][index] ?? null,
    },
    is_default: name === 'Professional',
    card_meta: null,
  })),
)

export const subscription = (change: Partial<Subscription> = {}): Subscription => ({
  uuid: idOf(1),
  gateway_subscription_id: 'sub_Kx81',
  gateway_transaction_id: null,
  status: 2,
  name: 'Professional',
  plan_id: 'professional-monthly',
  package_id: 1,
  price: 4900,
  currency: 'USD',
  created_on: START,
  period_start: START,
  period_end: END,
  next_charge: END,
  ended_on: null,
  card_meta: { method: 'card', network: 'Visa', last4: '4242' },
  change: null,
  invoice_uuid: idOf(9),
  card_update_url: 'https://rzp.example/card/sub_Kx81',
  ...change,
})

export const invoiceRow = (change: Partial<InvoiceRow> = {}): InvoiceRow => ({
  uuid: idOf(9),
  number: '2026-000042',
  status: 3,
  plan_name: 'Professional',
  issued_on: START,
  subscription_uuid: idOf(1),
  currency: 'USD',
  invoice_amount: 4900,
  credits: null,
  ...change,
})

export const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  ...invoiceRow(),
  invoice_period_start_date: START,
  invoice_period_end_date: END,
  customer_meta: ['Palmyra Goods LLP', '14 Harbour Road', 'Kochi 682001'].map(model => ({ model })),
  card_meta: {
    method: 'card',
    wallet: null,
    card: { network: 'Visa', last4: '4242' },
    vpa: null,
    amount: 4900,
    amount_refunded: 0,
  },
  taxes: [],
  seller: { name: 'Notifly', address: ['Sector 30A, Vashi', 'Navi Mumbai 400703'], tax_number: null },
  amount_in_words: 'Forty-nine dollars',
  ...change,
})

export const usage = (change: Partial<Usage> = {}): Usage => ({
  plan: 'Professional',
  period_start: START,
  period_end: END,
  rows: [
    { what: 'email', used: 120_000, limit: 500_000, forecast: 180_000 },
    { what: 'sms', used: 100, limit: 5000, forecast: 150 },
    { what: 'whatsapp', used: 0, limit: 5000, forecast: null },
    { what: 'webpush', used: 18_000, limit: null, forecast: 25_000 },
    { what: 'mobilepush', used: 0, limit: null, forecast: null },
    { what: 'contacts', used: 20_000, limit: 100_000, forecast: null },
    { what: 'members', used: 4, limit: 10, forecast: null },
    { what: 'applications', used: 1, limit: 2, forecast: null },
  ],
  retention_days: 90,
  held_campaigns: 0,
  ...change,
})

export interface Sold {
  current?: Subscription[]
  historic?: Subscription[]
  /** Off: nothing is sold here. */
  billing?: boolean
}

/** The server of an installation that sells plans. */
export function stubBilling({ current = [], historic = [], billing = true }: Sold = {}) {
  const support = billing ? 'billing@notifly.example' : null
  return stubApi({
    'GET /api/installation': () =>
      ok({ name: 'Notifly', version: '1', sandbox_url: null, sandbox_warning: false, billing, support_email: support }),
    [`GET /api/verticals/${APPLICATION}`]: () => ok({ name: 'Harbor & Pine', timezone: 'Asia/Kolkata' }),
    'GET /api/payments/subscription/plan': () => ok(plansOnSale),
    'GET /api/payments/subscription': ({ query }) => ok(query.get('type') === 'historic' ? historic : current),
    'GET /api/payments/usage': () => ok(usage()),
    'GET /api/payments/invoices': () => page([invoiceRow()]),
    'GET /api/payments/subscription/invoice': () => ok(invoice()),
    'GET /api/user/preferences': () =>
      ok({ company_name: 'Palmyra', billing_address: '', phone_number: '', get_text_when_payment_fails: false }),
  })
}
