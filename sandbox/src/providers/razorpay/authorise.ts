import { newId, type Payment, type Subscription } from './entities.ts'
import type { Instrument } from './instrument.ts'
import { activate, beginCycle, openInvoice, pay, planLine, planOf, RECURRING, settle } from './cycles.ts'
import { afterCycles } from './periods.ts'
import { issueInvoice, lineOf, newOrder, refundPayment, takePayment, type Account } from './payments.ts'
import type { SubscriptionRecord } from './state.ts'

// A customer's actions on a subscription: authorise it with the first payment, and change its card or account later.

export interface Authorisation {
  instrument: Instrument
  customer: { email: string; contact: string }
  fails: boolean
}

/** Charged to verify a card or account when nothing is due yet; refunded at once. */
const TOKEN_AMOUNT = 500

/** Whether the customer may change its card or account. */
export function acceptsNewInstrument({ status }: Subscription): boolean {
  return ['authenticated', 'active', 'pending', 'halted'].includes(status)
}

/** Amount of the first payment. */
export function firstAmount(account: Account, record: SubscriptionRecord): number {
  const lines = firstLines(account, record)
  return lines.length === 0 ? TOKEN_AMOUNT : lines.reduce((sum, { amount }) => sum + amount, 0)
}

function firstLines(account: Account, record: SubscriptionRecord) {
  const { entity, addons } = record
  const extras = addons.map(addon => lineOf('addon', addon))
  return entity.start_at === null ? [planLine(planOf(account, record), entity.quantity), ...extras] : extras
}

/** The first payment of a subscription that was just created. */
export function authorise(account: Account, record: SubscriptionRecord, authorisation: Authorisation): Payment {
  const { entity } = record
  const { instrument, customer, fails } = authorisation
  if (fails) {
    entity.auth_attempts++
    return tryWith(account, record, authorisation, firstAmount(account, record))
  }
  Object.assign(record, { instrument, customer })
  Object.assign(entity, { customer_id: newId('cust'), payment_method: instrument.method, auth_attempts: 0 })
  if (entity.start_at === null) return startNow(account, record)
  const lines = firstLines(account, record)
  const payment =
    lines.length === 0
      ? proveWithToken(account, record, authorisation)
      : pay(account, record, issueInvoice(account, record, { lines, from: null, to: null }), false)
  entity.status = 'authenticated'
  account.emit('subscription.authenticated', { subscription: entity, payment })
  return payment
}

function startNow(account: Account, record: SubscriptionRecord): Payment {
  const { entity, addons } = record
  const now = account.state.now()
  Object.assign(record, { anchor: now, cycles: 0 })
  Object.assign(entity, { start_at: now, end_at: afterCycles(now, planOf(account, record), entity.total_count) })
  const invoice = beginCycle(
    account,
    record,
    addons.map(addon => lineOf('addon', addon)),
  )
  const payment = pay(account, record, invoice, false)
  account.emit('subscription.authenticated', { subscription: { ...entity, status: 'authenticated' }, payment })
  settle(account, record, payment)
  return payment
}

/**
 * Changes the card or account. In `pending` the open invoice is charged at once; in `halted` missed invoices are not.
 */
export function changeInstrument(account: Account, record: SubscriptionRecord, authorisation: Authorisation): Payment {
  const { entity } = record
  const { instrument, fails } = authorisation
  const open = entity.status === 'pending' ? openInvoice(account, record) : undefined
  if (fails) return tryWith(account, record, authorisation, open?.amount ?? TOKEN_AMOUNT)
  Object.assign(record, { instrument, fail_next: 0 })
  entity.payment_method = instrument.method
  if (open !== undefined) {
    const payment = pay(account, record, open, false)
    settle(account, record, payment)
    return payment
  }
  const payment = proveWithToken(account, record, authorisation)
  if (entity.status === 'halted') {
    entity.auth_attempts = 0
    activate(account, record, payment)
  }
  return payment
}

function proveWithToken(account: Account, record: SubscriptionRecord, authorisation: Authorisation): Payment {
  const payment = tryWith(account, record, authorisation, TOKEN_AMOUNT)
  refundPayment(account, payment, { amount: payment.amount })
  return payment
}

function tryWith(account: Account, record: SubscriptionRecord, authorisation: Authorisation, amount: number): Payment {
  const { currency } = planOf(account, record).item
  const order = newOrder(account, { amount, currency })
  return takePayment(account, { ...authorisation, order, description: RECURRING })
}
