import { newId, type Invoice, type LineItem, type Notes, type Order, type Payment, type Refund } from './entities.ts'
import type { Instrument } from './instrument.ts'
import type { RazorpayState, SubscriptionRecord } from './state.ts'
import type { RazorpayWebhooks } from './webhooks.ts'

// Orders, payments, invoices and refunds. Every change emits a webhook; the caller saves the state.

export interface Account {
  state: RazorpayState
  emit: RazorpayWebhooks['emit']
}

export function newOrder(
  { state }: Pick<Account, 'state'>,
  {
    amount,
    currency,
    receipt = null,
    notes = [],
  }: { amount: number; currency: string; receipt?: string | null; notes?: Notes },
): Order {
  const order: Order = {
    id: newId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes,
    created_at: state.now(),
  }
  state.content.orders.push(order)
  return order
}

export interface Attempt {
  order: Order
  instrument: Instrument
  customer: { email: string; contact: string }
  fails: boolean
  /** If it differs from the order's. */
  price?: { amount: number; currency: string }
  description?: string | null
  notes?: Notes
  /** For a subscription's cycle. */
  invoice?: Invoice | undefined
}

/** Pays an order, or fails to. A successful payment is captured at once. */
export function takePayment({ state, emit }: Account, attempt: Attempt): Payment {
  const { order, fails, invoice } = attempt
  const payment = newPayment(attempt, state.now())
  state.content.payments.push(payment)
  order.attempts++
  if (fails) {
    if (order.status === 'created') order.status = 'attempted'
    Object.assign(payment, { status: 'failed', ...FAILURE })
    emit('payment.failed', { payment })
    return payment
  }
  emit('payment.authorized', { payment })
  Object.assign(payment, { status: 'captured', captured: true, ...feeOf(payment.amount) })
  Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 })
  emit('payment.captured', { payment })
  emit('order.paid', { payment, order })
  if (invoice !== undefined) {
    const { amount } = invoice
    Object.assign(invoice, { status: 'paid', payment_id: payment.id, paid_at: state.now() })
    Object.assign(invoice, { amount_paid: amount, amount_due: 0 })
    emit('invoice.paid', { payment, order, invoice })
  }
  return payment
}

const FAILURE = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment was declined by the bank. Try another payment method.',
  error_source: 'bank',
  error_step: 'payment_authorization',
  error_reason: 'payment_failed',
} as const

const FEE_SHARE = 0.02
const TAX_SHARE = 0.18

function feeOf(amount: number): { fee: number; tax: number } {
  const tax = Math.round(amount * FEE_SHARE * TAX_SHARE)
  return { fee: Math.round(amount * FEE_SHARE) + tax, tax }
}

function newPayment(attempt: Attempt, now: number): Payment {
  const { order, instrument, customer, description, notes, invoice } = attempt
  const { amount, currency } = attempt.price ?? order
  const { method, card, vpa, wallet, international } = instrument
  return {
    id: newId('pay'),
    entity: 'payment',
    amount,
    currency,
    status: 'authorized',
    order_id: order.id,
    invoice_id: invoice?.id ?? null,
    international,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: description ?? null,
    card_id: card?.id ?? null,
    card,
    bank: null,
    wallet,
    vpa,
    ...customer,
    customer_id: invoice?.customer_id ?? null,
    notes: notes ?? [],
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: method === 'upi' ? { rrn: newId('rrn').slice(4) } : { auth_code: newId('auth').slice(5, 11) },
    created_at: now,
  }
}

/** Creates an invoice of a subscription, with its order, for a period. */
export function issueInvoice(
  { state }: Account,
  { entity }: SubscriptionRecord,
  { lines, from, to }: { lines: LineItem[]; from: number | null; to: number | null },
): Invoice {
  const [first] = lines
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const currency = first?.currency ?? ''
  const order = newOrder({ state }, { amount, currency })
  const now = state.now()
  const id = newId('inv')
  const invoice: Invoice = {
    id,
    entity: 'invoice',
    receipt: null,
    invoice_number: null,
    customer_id: entity.customer_id,
    order_id: order.id,
    subscription_id: entity.id,
    line_items: lines,
    payment_id: null,
    status: 'issued',
    issued_at: now,
    paid_at: null,
    date: now,
    gross_amount: amount,
    tax_amount: 0,
    taxable_amount: amount,
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    billing_start: from,
    billing_end: to,
    short_url: entity.short_url,
    type: 'invoice',
    notes: [],
    created_at: now,
  }
  state.content.invoices.push(invoice)
  return invoice
}

export function lineOf(
  type: LineItem['type'],
  {
    name,
    amount,
    currency,
    quantity,
    description = null,
  }: Pick<LineItem, 'name' | 'amount' | 'currency' | 'quantity'> & { description?: string | null },
): LineItem {
  const total = amount * quantity
  return {
    id: newId('li'),
    name,
    description,
    amount: total,
    unit_amount: amount,
    gross_amount: total,
    net_amount: total,
    currency,
    type,
    quantity,
  }
}

export interface RefundWish {
  amount: number
  notes?: Notes
  receipt?: string | null
  speed?: 'normal' | 'optimum'
}

/**
 * Refunds part of a captured payment. Returns the refund as its caller sees it; a failure is reported later by webhook.
 */
export function refundPayment({ state, emit }: Account, payment: Payment, wish: RefundWish): Refund {
  const { amount, notes = [], receipt = null, speed = 'normal' } = wish
  const refund: Refund = {
    id: newId('rfnd'),
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes,
    receipt,
    acquirer_data: { arn: null },
    created_at: state.now(),
    batch_id: null,
    status: 'pending',
    speed_processed: speed === 'optimum' ? 'instant' : 'normal',
    speed_requested: speed,
  }
  state.content.refunds.push({ entity: refund, idempotency: null })
  setRefunded(payment, payment.amount_refunded + amount)
  emit('refund.created', { refund, payment })
  const answered = { ...refund }
  if (consumesFault(state, 'refund_fail_next')) {
    refund.status = 'failed'
    setRefunded(payment, payment.amount_refunded - amount)
    emit('refund.failed', { refund, payment })
    return answered
  }
  refund.status = 'processed'
  emit('refund.processed', { refund, payment })
  return refund
}

function setRefunded(payment: Payment, amountRefunded: number): void {
  const isFull = amountRefunded === payment.amount
  payment.amount_refunded = amountRefunded
  payment.refund_status = isFull ? 'full' : amountRefunded > 0 ? 'partial' : null
  payment.status = isFull ? 'refunded' : 'captured'
}

/** Whether a counting dial is above zero; decrements it. */
export function consumesFault(state: RazorpayState, dial: 'fail_next' | 'refund_fail_next'): boolean {
  const { dials } = state
  if (dials[dial] === 0) return false
  state.content.dials = { ...dials, [dial]: dials[dial] - 1 }
  return true
}
