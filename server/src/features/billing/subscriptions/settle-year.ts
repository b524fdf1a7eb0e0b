/**
 * Brings a yearly subscription up to date with its orders and with time: reminders before its end, a week in which it can still be
 * renewed, and its end. The provider knows no yearly subscriptions, so our clock decides.
 */
import type { Billing } from '../context.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { OrderState, RemotePayment } from '../../../lib/payments/provider.ts'
import { issueBill, issueCreditNotes } from '../invoices/issue.ts'
import { selectBilled } from '../invoices/queries.ts'
import { isExactly } from '../plans/money.ts'
import type { Purchase } from '../plans/plans.ts'
import type { Turn } from '../turn.ts'
import { enqueuePayerMails } from '../mails/payer-mails.ts'
import { closeOrders, type OrderRow, refundOrder, selectPayable, updateOrder } from './order-queries.ts'
import { selectOpen, selectSubscription, type SubscriptionChange, type SubscriptionRow } from './queries.ts'
import { GRACE_MS, isAwaitingNext, recordGivenBack, recordState } from './record.ts'
import { returnPayment } from './return-payment.ts'
import { provenSince } from './settle-monthly.ts'

const DAY_MS = 86_400_000
/** An unpaid attempt is given up after this time as well. */
const ATTEMPT_MS = 7 * DAY_MS
/** Days before the end on which reminders are sent, the last one first. */
const REMINDERS = [3, 14] as const
/** How long a payment of an order that was closed or paid may still arrive. */
const LATE_MS = 30 * DAY_MS

/** When a year can be renewed for the first time. */
export const RENEWABLE_MS = REMINDERS[1] * DAY_MS

export async function settleYear(billing: Billing, turn: Turn, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { db, deps } = billing
  const since = new Date(deps.clock.now().getTime() - LATE_MS)
  let current = row
  for (const order of await selectPayable(db, row.subscription_id, since)) {
    const state = await stateOf(billing, order)
    const { right, others } = state === 'paid' ? await newPaymentsOf(billing, order) : NO_PAYMENTS
    if (right !== undefined) current = await takePayment(billing, turn, { row: current, order, payment: right })
    for (const payment of others) current = await giveBack(billing, turn, { row: current, order, payment })
    const isUnpaid = order.status === 'open' && right === undefined && others.length === 0
    if (isUnpaid && current.period_start === null && current.ended_at === null) {
      const now = deps.clock.now()
      const gateway_state = `order.${state === 'paid' ? 'attempted' : state}`
      const seen = { gateway_state, verified_at: provenSince(current, now) }
      current = await turn.write(tx => recordState(tx, current, seen, now))
    }
  }
  return turn.write(tx => keepTime(tx, current, deps.clock.now()))
}

/** A paid order stays paid. */
async function stateOf({ provider }: Billing, { status, gateway_order_id: id }: OrderRow): Promise<OrderState> {
  if (status === 'paid' || status === 'refunded') return 'paid'
  return (await provider.readOrder(id ?? '')).state
}

interface NewPayments {
  /** A captured payment of exactly the amount due, of an order that is not paid yet. */
  right?: RemotePayment | undefined
  /** Payments by mistake: made a second time, or of another amount or currency. They pay for nothing. */
  others: RemotePayment[]
}

const NO_PAYMENTS: NewPayments = { others: [] }

/** Payments without a bill; the others were accepted or refunded before, each once. */
async function newPaymentsOf({ db, provider, deps }: Billing, order: OrderRow): Promise<NewPayments> {
  const payments = await provider.readPaymentsOf(order.gateway_order_id ?? '')
  const ids = payments.map(payment => payment.id)
  const billed = await selectBilled(db, provider, ids)
  const fresh = payments.filter(payment => !billed.has(payment.id))
  const exact = order.status === 'paid' ? [] : fresh.filter(payment => isExactly(payment, order))
  const right = exact.find(payment => payment.refunded === 0) ?? exact[0]
  const others = fresh.filter(payment => payment !== right)
  if (others.length > 0) {
    const paid = others.map(({ id, amount, currency }) => ({ id, amount, currency }))
    deps.log.error({ order: order.order_id, paid }, 'an order was paid twice, or with another amount than it asks for')
  }
  return { right, others }
}

interface PaidOrder {
  row: SubscriptionRow
  order: OrderRow
  payment: RemotePayment
}

async function takePayment(billing: Billing, turn: Turn, paid: PaidOrder): Promise<SubscriptionRow> {
  const surroundings = await yearContextOf(billing, paid.row)
  const fate = fateOf(paid, surroundings)
  if (fate === null) return giveBack(billing, turn, paid)
  if (surroundings.rival !== undefined) await yieldToRival(billing, turn, surroundings.rival)
  const { row, order, payment } = paid
  const now = billing.deps.clock.now()
  return turn.write(async tx => {
    const ids = { organizationId: row.organization_id, subscriptionId: row.subscription_id }
    await issueBill(tx, billing, { ...ids, purchase: billedAs(order), payment, period: fate.period }, now)
    await closeOrders(tx, row.subscription_id, now)
    await updateOrder(tx, order.order_id, { status: 'paid', gateway_payment_id: payment.id }, now)
    return recordState(tx, row, fate.change, now)
  })
}

/** What the bill says was bought: for an upgrade only the amount of the difference is known. */
function billedAs({ plan, purpose, amount }: OrderRow): Purchase {
  return purpose === 'upgrade' ? { ...plan, price: amount } : plan
}

interface YearContext {
  /** The subscription that it replaces. */
  former: SubscriptionRow | undefined
  /** Another subscription that holds its place. */
  rival: SubscriptionRow | undefined
  /** A paid one that follows it. */
  next: SubscriptionRow | undefined
}

async function yearContextOf({ db }: Billing, row: SubscriptionRow): Promise<YearContext> {
  const open = await selectOpen(db, row.organization_id)
  const first = open.find(other => other.subscription_id !== row.subscription_id && other.follows === null)
  const isFormer = first !== undefined && first.subscription_id === row.follows
  return {
    former: isFormer ? first : undefined,
    rival: isFormer ? undefined : first,
    next: open.find(other => other.follows === row.subscription_id && other.status !== 0),
  }
}

interface Fate {
  period: { start: Date; end: Date }
  change: SubscriptionChange
}

/** What a payment achieves; null if it can no longer buy what it was for. */
function fateOf({ row, order, payment }: PaidOrder, { former, rival, next }: YearContext): Fate | null {
  const settled = {
    gateway_state: former === undefined ? 'order.paid' : 'order.ahead',
    gateway_payment_id: payment.id,
    card: payment.with,
    purchase: order.plan,
    verified_at: null,
    change: null,
  } as const
  if (order.purpose === 'upgrade') {
    const { period_end: end } = row
    const isInTime = row.ended_at === null && end !== null && payment.paidAt < end && order.plan.price > row.price
    return isInTime ? { period: { start: payment.paidAt, end }, change: settled } : null
  }
  if ((rival !== undefined && rival.status !== 0) || next !== undefined) return null
  if (order.purpose === 'year' && row.period_start !== null) return null
  const start = startOf(row, former, payment)
  const end = yearAfter(start)
  return {
    period: { start, end },
    change: {
      ...settled,
      gateway_order_id: order.gateway_order_id,
      period_start: start,
      period_end: end,
      cancel_asked_at: null,
      ended_at: null,
      reminded_days: null,
    },
  }
}

/**
 * A renewal starts when the previous year ends, and a plan when the one before it ends. After a pause, and the first time, the year starts
 * with its payment.
 */
function startOf(row: SubscriptionRow, former: SubscriptionRow | undefined, { paidAt }: RemotePayment): Date {
  const before = (row.ended_at === null ? row.period_end : null) ?? former?.period_end ?? paidAt
  return former !== undefined && before < paidAt ? paidAt : before
}

/** The 29th of February becomes the 28th. */
function yearAfter(start: Date): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO('UTC')
  return new Date(zoned.add({ years: 1 }).epochMilliseconds)
}

/** Ends an unpaid attempt at another plan, since this one was paid. */
async function yieldToRival({ provider, deps }: Billing, turn: Turn, rival: SubscriptionRow): Promise<void> {
  if (rival.gateway_subscription_id !== null) await provider.cancel(rival.gateway_subscription_id, 'now')
  const state = rival.package_id === 7 ? 'order.over' : 'cancelled'
  const now = deps.clock.now()
  await turn.write(tx => recordState(tx, rival, { gateway_state: state, cancel_asked_at: now }, now))
}

/**
 * Refunds a payment that was made twice, too late, or with another amount, and issues a bill with its credit note. The provider is called
 * first: after a crash there is no bill, so the refund is requested again, and the provider carries it out once.
 */
async function giveBack(billing: Billing, turn: Turn, { row, order, payment }: PaidOrder): Promise<SubscriptionRow> {
  const { provider, deps } = billing
  await returnPayment(billing, payment)
  const refunds = await provider.readRefunds(payment.id)
  const now = deps.clock.now()
  await turn.write(async tx => {
    const period = { start: payment.paidAt, end: payment.paidAt }
    const ids = { organizationId: row.organization_id, subscriptionId: row.subscription_id }
    const bill = await issueBill(tx, billing, { ...ids, purchase: billedAs(order), payment, period }, now)
    await issueCreditNotes(tx, bill, refunds, now)
    await refundOrder(tx, order.order_id, payment.id, now)
    await recordGivenBack(tx, row, { due: order, payment }, now)
    // The payment that the browser reported was this one.
    if (row.period_start === null && row.ended_at === null) await recordState(tx, row, { verified_at: null }, now)
  })
  return (await selectSubscription(billing.db, row.subscription_id)) ?? row
}

async function keepTime(tx: Db, row: SubscriptionRow, now: Date): Promise<SubscriptionRow> {
  if (row.ended_at !== null) return row
  if (row.period_end === null) {
    const isGivenUp = row.status === 0 && row.created_at.getTime() < now.getTime() - ATTEMPT_MS
    if (!isGivenUp) return row
    await closeOrders(tx, row.subscription_id, now)
    return recordState(tx, row, { gateway_state: 'order.over' }, now)
  }
  const isBegun = row.gateway_state === 'order.ahead' && row.period_start !== null && row.period_start <= now
  if (isBegun) return recordState(tx, row, { gateway_state: 'order.paid' }, now)
  const leftMs = row.period_end.getTime() - now.getTime()
  if (leftMs <= -GRACE_MS) return recordState(tx, row, { gateway_state: 'order.over' }, now)
  if (leftMs <= 0 && (await isAwaitingNext(tx, row, now))) return row
  if (leftMs <= 0) {
    return row.gateway_state === 'order.due' ? row : recordState(tx, row, { gateway_state: 'order.due' }, now)
  }
  const reminder = REMINDERS.find(days => leftMs <= days * DAY_MS)
  const isTold = reminder === undefined || row.cancel_asked_at !== null || (row.reminded_days ?? 99) <= reminder
  if (isTold) return row
  await enqueuePayerMails(tx, row, 'soon')
  return recordState(tx, row, { reminded_days: reminder }, now)
}
