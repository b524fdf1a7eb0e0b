import { RazorpayError, UNKNOWN_ID } from './api/error.ts'
import { applyChange, planOf, RECURRING } from './cycles.ts'
import type { Plan, Subscription } from './entities.ts'
import { afterCycles, isSamePeriod } from './periods.ts'
import { lineOf, issueInvoice, refundPayment, takePayment, consumesFault, type Account } from './payments.ts'
import type { Change, SubscriptionRecord } from './state.ts'

// Changes of a subscription (razorpay.com/docs/payments/subscriptions/update): which are allowed, and what they cost at
// once.

/** A smaller difference is neither charged nor refunded. */
const LEAST_DIFFERENCE = 50

/** Changes it now, with a charge or refund of the difference, or at the end of the current cycle. */
export function update(account: Account, record: SubscriptionRecord, change: Change, when: 'now' | 'cycle_end'): void {
  const { entity } = record
  const problem = updateProblem(account, record, change, when)
  if (problem !== undefined) throw problem
  if (when === 'cycle_end') {
    const changeAt = entity.current_end ?? entity.start_at
    record.scheduled = change
    Object.assign(entity, { has_scheduled_changes: true, change_scheduled_at: changeAt })
    return
  }
  if (entity.status === 'active') balance(account, record, change)
  applyChange(account, record, change)
  if (record.cycles === 0 && entity.status === 'active') beginNow(account, record)
}

/** The subscription after the change. */
export function withChange(entity: Subscription, { remaining_count: remaining, ...change }: Change): Subscription {
  const issued = entity.total_count - entity.remaining_count
  const counts = remaining === undefined ? {} : { remaining_count: remaining, total_count: issued + remaining }
  return { ...entity, ...defined(change), ...counts }
}

function defined(change: Change): Partial<Subscription> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

function updateProblem(
  account: Account,
  { entity, instrument }: SubscriptionRecord,
  change: Change,
  when: 'now' | 'cycle_end',
): RazorpayError | undefined {
  const { status } = entity
  if (status !== 'authenticated' && status !== 'active') {
    return new RazorpayError(`Subscription cannot be updated in ${status} status.`, { field: 'status' })
  }
  if (instrument?.method === 'upi') return new RazorpayError('subscriptions cannot be updated when payment mode is UPI')
  const asked = Object.keys(defined(change))
  if (asked.length === 0) return new RazorpayError('At least one field is required to update the subscription.')
  const isOfferAlone = asked.every(name => name === 'offer_id')
  if (instrument?.international === false && !isOfferAlone) {
    return new RazorpayError('Subscriptions on domestic cards cannot be updated, other than their offer.')
  }
  if (change.offer_id !== undefined && when === 'now') {
    return new RazorpayError('An offer can be updated only at the end of the cycle.', { field: 'offer_id' })
  }
  if (change.start_at !== undefined && status !== 'authenticated') {
    return new RazorpayError('start_at cannot be updated once the subscription has started.', { field: 'start_at' })
  }
  return change.plan_id === undefined ? undefined : planProblem(account, entity, change.plan_id)
}

function planProblem(
  { state }: Account,
  { plan_id: present }: Subscription,
  wanted: string,
): RazorpayError | undefined {
  const plan = state.plan(wanted)
  if (plan === undefined) return UNKNOWN_ID
  const isSameCurrency = plan.item.currency === state.plan(present)?.item.currency
  return isSameCurrency ? undefined : new RazorpayError('The new plan should have the currency of the present one.')
}

/** Charges or refunds the price difference for the rest of the cycle. If the charge fails, nothing changes. */
function balance(account: Account, record: SubscriptionRecord, change: Change): void {
  const before = planOf(account, record)
  const after = account.state.plan(change.plan_id ?? before.id) ?? before
  const due = differenceOf(record.entity, { before, after, quantity: change.quantity, now: account.state.now() })
  if (due === 0) return
  if (Math.abs(due) < LEAST_DIFFERENCE) {
    throw new RazorpayError('The difference between the amounts should be at least 50 subunits of the currency.')
  }
  if (due > 0) chargeMore(account, record, { due, plan: after })
  else refundAmount(account, record, -due)
}

interface Difference {
  before: Plan
  after: Plan
  quantity: number | undefined
  now: number
}

/** The amount still due for the current cycle: the rest of it at the new price, minus what was already paid for it. */
function differenceOf(
  { current_start: start, current_end: end, quantity: had }: Subscription,
  { before, after, quantity = had, now }: Difference,
): number {
  if (start === null || end === null) return 0
  const rest = Math.max(0, end - now) / (end - start)
  const unused = before.item.amount * had * rest
  const price = after.item.amount * quantity
  return Math.round((isSamePeriod(before, after) ? price * rest : price) - unused)
}

function chargeMore(account: Account, record: SubscriptionRecord, { due, plan }: { due: number; plan: Plan }): void {
  const { state } = account
  const { entity, instrument, customer } = record
  const fails = consumesFault(state, 'fail_next')
  const { name, currency } = plan.item
  const lines = [lineOf('plan', { name, amount: due, currency, quantity: 1 })]
  const invoice = issueInvoice(account, record, { lines, from: state.now(), to: entity.current_end })
  const order = state.order(invoice.order_id)
  if (order === undefined || instrument === null) throw new Error(`${entity.id} cannot be charged`)
  takePayment(account, { order, instrument, customer, fails, invoice, description: RECURRING })
  if (!fails) return
  // The invoice is void: the next cycle must not find it open.
  state.content.invoices = state.content.invoices.filter(each => each !== invoice)
  throw new RazorpayError('The charge of the difference failed, so the subscription was not updated.')
}

/** Refunds the newest payments first, each up to its amount. */
function refundAmount(account: Account, { entity }: SubscriptionRecord, amount: number): void {
  const { state } = account
  const paid = state.invoicesOf(entity.id).toReversed()
  let rest = amount
  for (const { payment_id: id } of paid) {
    const payment = state.payment(id ?? '')
    const part = payment === undefined ? 0 : Math.min(rest, payment.amount - payment.amount_refunded)
    if (payment === undefined || part <= 0) continue
    refundPayment(account, payment, { amount: part })
    rest -= part
  }
}

/** A plan with a different billing interval is billed from the day of the change. */
function beginNow(account: Account, record: SubscriptionRecord): void {
  const { entity } = record
  const plan = planOf(account, record)
  const cycleEnd = afterCycles(record.anchor, plan, 1)
  record.cycles = 1
  Object.assign(entity, { current_start: record.anchor, current_end: cycleEnd, charge_at: cycleEnd })
  entity.end_at = afterCycles(record.anchor, plan, 1 + entity.remaining_count)
}
