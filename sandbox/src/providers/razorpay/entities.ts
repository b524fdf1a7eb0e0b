import { randomBytes } from 'node:crypto'

// Razorpay's entities, named as in its API. Amounts are whole subunits of their currency; times are seconds since 1970.

/** Empty notes are a list, because the API is written in PHP. */
export type Notes = Record<string, string | number> | []

export const PERIODS = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Period = (typeof PERIODS)[number]

export interface Item {
  name: string
  description: string | null
  amount: number
  currency: string
}

export interface Plan {
  id: string
  entity: 'plan'
  interval: number
  period: Period
  item: Item & { id: string; active: true; unit_amount: number; type: 'plan'; created_at: number; updated_at: number }
  notes: Notes
  created_at: number
}

export const SUBSCRIPTION_STATES = [
  'created',
  'authenticated',
  'active',
  'pending',
  'halted',
  'paused',
  'cancelled',
  'completed',
  'expired',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATES)[number]

export interface Subscription {
  id: string
  entity: 'subscription'
  plan_id: string
  customer_id: string | null
  status: SubscriptionStatus
  current_start: number | null
  current_end: number | null
  ended_at: number | null
  quantity: number
  notes: Notes
  /** Time of the next charge, or of the next retry. */
  charge_at: number | null
  start_at: number | null
  end_at: number | null
  /** Attempts to charge the current cycle. */
  auth_attempts: number
  total_count: number
  paid_count: number
  customer_notify: boolean
  created_at: number
  expire_by: number | null
  short_url: string
  has_scheduled_changes: boolean
  change_scheduled_at: number | null
  source: 'api'
  payment_method: Method | null
  offer_id: string | null
  /** Cycles without an invoice. */
  remaining_count: number
}

export interface Order {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: number
}

export type Method = 'card' | 'upi' | 'wallet'

export const CARD_NETWORKS = [
  'Visa',
  'MasterCard',
  'RuPay',
  'American Express',
  'Diners Club',
  'Maestro',
  'Unknown',
] as const

export interface Card {
  id: string
  entity: 'card'
  name: string
  last4: string
  network: (typeof CARD_NETWORKS)[number]
  type: 'credit'
  issuer: string | null
  international: boolean
  emi: false
  sub_type: 'consumer'
  token_iin: null
  expiry_month: number
  expiry_year: number
}

export interface Payment {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string | null
  invoice_id: string | null
  international: boolean
  method: Method
  amount_refunded: number
  refund_status: null | 'partial' | 'full'
  captured: boolean
  description: string | null
  card_id: string | null
  /** Included on request, and in webhooks. */
  card: Card | null
  bank: null
  wallet: string | null
  vpa: string | null
  email: string
  contact: string
  customer_id: string | null
  notes: Notes
  /** Razorpay's fee including tax; known once the payment is captured. */
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: Record<string, string | null>
  created_at: number
}

export interface LineItem {
  id: string
  name: string
  description: string | null
  amount: number
  unit_amount: number
  gross_amount: number
  net_amount: number
  currency: string
  type: 'plan' | 'addon'
  quantity: number
}

export interface Invoice {
  id: string
  entity: 'invoice'
  receipt: null
  invoice_number: null
  customer_id: string | null
  order_id: string
  subscription_id: string
  line_items: LineItem[]
  payment_id: string | null
  status: 'issued' | 'paid'
  issued_at: number
  paid_at: number | null
  date: number
  gross_amount: number
  tax_amount: 0
  taxable_amount: number
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  billing_start: number | null
  billing_end: number | null
  short_url: string
  type: 'invoice'
  notes: Notes
  created_at: number
}

export interface Refund {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Notes
  receipt: string | null
  acquirer_data: { arn: string | null }
  created_at: number
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal' | 'instant'
  speed_requested: 'normal' | 'optimum'
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ID_LENGTH = 14

/** `pay_` and fourteen letters, like Razorpay's ids. */
export function newId(prefix: string): string {
  const letters = [...randomBytes(ID_LENGTH)].map(byte => LETTERS[byte % LETTERS.length])
  return `${prefix}_${letters.join('')}`
}
