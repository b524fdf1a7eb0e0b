import type { Invoice, LineItem, Payment, Plan } from './entities.ts'
import { afterCycles, DAY, isSamePeriod } from './periods.ts'
import { issueInvoice, lineOf, newOrder, takePayment, consumesFault, type Account } from './payments.ts'
import type { Change, SubscriptionRecord } from './state.ts'

// The life of a subscription after authorisation: cycles are charged, failed charges are retried, and finally it is
// halted or ends.

/** On the charge day and on the three days after it (razorpay.com/docs, payment retries). */
const ATTEMPTS = 4

export const RECURRING = 'Recurring Payment via Subscription'

/** When its next automatic event is due, in seconds. */
export function nextDue({ entity }: SubscriptionRecord): number | undefined {
  switch (entity.status) {
    case 'created':
      return entity.expire_by ?? undefined
    case 'authenticated':
      return entity.start_at ?? undefined
    case 'active':
    case 'halted':
      return entity.current_end ?? undefined
    case 'pending':
      return entity.charge_at ?? undefined
    case 'paused':
    case 'cancelled':
    case 'completed':
    case 'expired':
      return undefined
  }
}

/** Runs the event that is due. */
export function continueCycles(account: Account, record: SubscriptionRecord): void {
  const { entity } = record
  const now = account.state.now()
  if (entity.status === 'created') {
    Object.assign(entity, { status: 'expired', ended_at: now, charge_at: null })
    return
  }
  if (entity.status === 'pending') return chargeAgain(account, record)
  if (record.cancel_at_cycle_end && entity.status !== 'authenticated') return cancel(account, record)
  if (record.scheduled !== null) applyChange(account, record, record.scheduled)
  if (entity.remaining_count === 0) return complete(account, record)
  const invoice = beginCycle(account, record)
  // Halted: the invoice is not charged.
  if (entity.status === 'halted') return
  if (entity.status === 'authenticated') activate(account, record)
  charge(account, record, invoice)
}

/** Starts the next cycle with its unpaid invoice. */
export function beginCycle(account: Account, record: SubscriptionRecord, addons: readonly LineItem[] = []): Invoice {
  const { entity } = record
  const plan = planOf(account, record)
  const from = afterCycles(record.anchor, plan, record.cycles)
  const to = afterCycles(record.anchor, plan, record.cycles + 1)
  record.cycles++
  Object.assign(entity, { current_start: from, current_end: to, charge_at: to, auth_attempts: 0 })
  entity.remaining_count--
  return issueInvoice(account, record, { lines: [planLine(plan, entity.quantity), ...addons], from, to })
}

export function planLine({ item }: Plan, quantity: number): LineItem {
  return lineOf('plan', { ...item, quantity })
}

/** Charges the current cycle's invoice to the subscription's card or account. */
export function charge(account: Account, record: SubscriptionRecord, invoice: Invoice): void {
  const payment = pay(account, record, invoice, failsNow(account, record))
  if (payment.status === 'failed') return temporaryFailure(account, record)
  settle(account, record, payment)
}

/** Updates the subscription after a successful charge. */
export function settle(account: Account, record: SubscriptionRecord, payment: Payment): void {
  const { entity } = record
  entity.paid_count++
  Object.assign(entity, { auth_attempts: 0, charge_at: entity.current_end })
  if (entity.status !== 'active') activate(account, record, payment)
  account.emit('subscription.charged', { subscription: entity, payment })
  if (entity.remaining_count === 0) complete(account, record, payment)
}

export function activate({ emit }: Account, { entity }: SubscriptionRecord, payment?: Payment): void {
  entity.status = 'active'
  emit('subscription.activated', { subscription: entity, ...(payment && { payment }) })
}

function chargeAgain(account: Account, record: SubscriptionRecord): void {
  const open = openInvoice(account, record)
  if (open === undefined) return halt(account, record)
  charge(account, record, open)
}

/** The newest unpaid invoice. */
export function openInvoice({ state }: Account, { entity }: SubscriptionRecord): Invoice | undefined {
  return state.invoicesOf(entity.id).findLast(({ status }) => status === 'issued')
}

/** Pays an invoice with the subscription's card or account. */
export function pay(account: Account, record: SubscriptionRecord, invoice: Invoice, fails: boolean): Payment {
  const { instrument, customer } = record
  if (instrument === null) throw new Error(`${invoice.id} has nothing to be paid with`)
  const order = account.state.order(invoice.order_id) ?? newOrder(account, { ...invoice, receipt: null })
  return takePayment(account, { order, instrument, customer, fails, invoice, description: RECURRING })
}

function failsNow({ state }: Account, record: SubscriptionRecord): boolean {
  if (record.fail_next > 0) {
    record.fail_next--
    return true
  }
  return consumesFault(state, 'fail_next')
}

function temporaryFailure(account: Account, record: SubscriptionRecord): void {
  const { entity } = record
  entity.auth_attempts++
  if (entity.auth_attempts >= ATTEMPTS) return halt(account, record)
  Object.assign(entity, { status: 'pending', charge_at: account.state.now() + DAY })
  account.emit('subscription.pending', { subscription: entity })
}

function halt({ emit }: Account, { entity }: SubscriptionRecord): void {
  Object.assign(entity, { status: 'halted', charge_at: entity.current_end })
  emit('subscription.halted', { subscription: entity })
}

/** Fails the current cycle's charge and all its retries at once, which otherwise takes a cycle and three days. */
export function failAndHalt(account: Account, record: SubscriptionRecord): void {
  const { entity } = record
  if (entity.status === 'active') {
    if (entity.remaining_count === 0) return
    beginCycle(account, record)
  }
  const invoice = openInvoice(account, record)
  while (invoice !== undefined && entity.status !== 'halted') {
    pay(account, record, invoice, true)
    temporaryFailure(account, record)
  }
}

function complete({ state, emit }: Account, { entity }: SubscriptionRecord, payment?: Payment): void {
  Object.assign(entity, { status: 'completed', ended_at: state.now(), charge_at: null })
  emit('subscription.completed', { subscription: entity, ...(payment && { payment }) })
}

/** Cancels it now, permanently. */
export function cancel({ state, emit }: Account, record: SubscriptionRecord): void {
  const { entity } = record
  Object.assign(entity, { status: 'cancelled', ended_at: state.now(), charge_at: null })
  Object.assign(entity, { has_scheduled_changes: false, change_scheduled_at: null })
  record.scheduled = null
  emit('subscription.cancelled', { subscription: entity })
}

/** Applies a change from the next cycle on. With a different billing interval the next cycle begins now. */
export function applyChange(account: Account, record: SubscriptionRecord, change: Change): void {
  const { entity } = record
  const before = planOf(account, record)
  const { remaining_count: remaining, ...asked } = change
  const issued = entity.total_count - entity.remaining_count
  Object.assign(entity, asked)
  if (remaining !== undefined) Object.assign(entity, { remaining_count: remaining, total_count: issued + remaining })
  const plan = planOf(account, record)
  if (change.start_at !== undefined) Object.assign(record, { anchor: change.start_at, cycles: 0 })
  else if (!isSamePeriod(before, plan) && record.cycles > 0)
    Object.assign(record, { anchor: account.state.now(), cycles: 0 })
  if (entity.start_at !== null) entity.end_at = afterCycles(record.anchor, plan, record.cycles + entity.remaining_count)
  if (entity.status === 'authenticated') entity.charge_at = entity.start_at
  Object.assign(entity, { has_scheduled_changes: false, change_scheduled_at: null })
  record.scheduled = null
  account.emit('subscription.updated', { subscription: entity })
}

/** Throws if the plan does not exist. Plans with subscriptions are never dropped. */
export function planOf({ state }: Account, { entity }: SubscriptionRecord): Plan {
  const plan = state.plan(entity.plan_id)
  if (plan === undefined) throw new Error(`${entity.id} has no plan`)
  return plan
}
