/** Brings a monthly subscription to the state that the provider has now, whatever it reported before and in whatever order. */
import type { Billing } from '../context.ts'
import { issueBill } from '../invoices/issue.ts'
import { selectBilled } from '../invoices/queries.ts'
import type { RemoteCharge, RemotePayment, RemoteSubscription } from '../../../lib/payments/provider.ts'
import { isExactly } from '../plans/money.ts'
import { findPlan, type Purchase, purchaseOf } from '../plans/plans.ts'
import type { Turn } from '../turn.ts'
import { selectPlanOf } from './order-queries.ts'
import type { SubscriptionRow } from './queries.ts'
import { isAwaitingNext, recordGivenBack, recordState } from './record.ts'
import { returnPayment } from './return-payment.ts'

/** An unpaid attempt is given up after a week. */
const ATTEMPT_MS = 7 * 86_400_000
const PROVEN_MS = 86_400_000
/** Payments read at a time; the others are read the next time. */
const MOST_CHARGES = 12

export async function settleMonthly(billing: Billing, turn: Turn, row: SubscriptionRow): Promise<SubscriptionRow> {
  const id = await arrivedAs(billing, row)
  if (id === undefined) return row
  await giveUpOldAttempt(billing, { ...row, gateway_subscription_id: id })
  const charges = await newCharges(billing, id)
  const isMistake = isPaidWrongly(billing, row, charges)
  if (isMistake) await billing.provider.cancel(id, 'now')
  // This includes a payment that arrived while the attempt was given up for another plan. It is handled before the state is stored, so
  // that a crash repeats it.
  if (isMistake || (row.ended_at !== null && row.period_start === null)) {
    for (const { payment } of charges) await returnPayment(billing, payment)
  }
  const remote = await billing.provider.readSubscription(id)
  const purchase = await boughtNow(billing, row, remote)
  const now = billing.deps.clock.now()
  const latest = charges.at(-1)
  return turn.write(async tx => {
    for (const charge of charges) {
      const period = periodOf(charge, remote)
      const bought = purchase ?? purchaseIn(row)
      const { organization_id: organizationId, subscription_id: subscriptionId } = row
      const { payment } = charge
      await issueBill(tx, billing, { organizationId, subscriptionId, purchase: bought, payment, period }, now)
      if (isMistake) await recordGivenBack(tx, row, { due: row, payment }, now)
    }
    const goesOn =
      remote.endedAt !== null && row.ended_at === null && !isMistake && (await isAwaitingNext(tx, row, now))
    return recordState(
      tx,
      row,
      {
        gateway_subscription_id: id,
        gateway_state: goesOn ? row.gateway_state : remote.state,
        ...paidPeriod(row, remote, latest),
        next_charge: row.cancel_asked_at === null ? remote.nextCharge : null,
        card_update_url: remote.cardUpdateUrl,
        ended_at: goesOn ? null : remote.endedAt,
        // The browser's report counts until the provider has decided, for a day at most.
        verified_at: remote.state === 'created' ? provenSince(row, now) : null,
        ...(latest !== undefined && { card: latest.payment.with, gateway_payment_id: latest.payment.id }),
        ...(purchase !== undefined && { purchase }),
        ...(isChangeOver(row, purchase ?? row, remote) && { change: null }),
        ...(isMistake && { cancel_asked_at: now }),
      },
      now,
    )
  })
}

/**
 * The first charge must be the price, as with an order; later ones may be a difference. A wrong first charge ends the subscription before
 * it begins.
 */
function isPaidWrongly({ deps }: Billing, row: SubscriptionRow, charges: readonly PaidCharge[]): boolean {
  if (row.period_start !== null || row.ended_at !== null) return false
  const paid = charges.map(({ payment: { id, amount, currency } }) => ({ id, amount, currency }))
  if (paid.every(each => isExactly(each, row))) return false
  deps.log.error({ subscription: row.subscription_id, paid }, 'a month was paid with another amount than it costs')
  return true
}

/** While a charge fails, the provider has begun a period that is not paid: the paid one is then that of the latest charge. */
function paidPeriod(row: SubscriptionRow, remote: RemoteSubscription, latest: PaidCharge | undefined) {
  if (remote.state !== 'pending' && remote.state !== 'halted') {
    return { period_start: remote.periodStart ?? row.period_start, period_end: remote.periodEnd ?? row.period_end }
  }
  if (latest === undefined) return { period_start: row.period_start, period_end: row.period_end }
  const { start, end } = periodOf(latest, remote)
  return { period_start: start, period_end: end }
}

/** Whether a planned change has happened, or its moment has passed without it because the provider withdrew it. */
function isChangeOver(
  { change }: SubscriptionRow,
  { plan_id: plan }: Pick<Purchase, 'plan_id'>,
  remote: RemoteSubscription,
): boolean {
  if (change === null) return false
  return change.plan.plan_id === plan || (remote.periodStart?.getTime() ?? 0) >= Date.parse(change.date)
}

/** The provider's id; if its answer was lost, the subscription is searched there. Undefined if it was never created. */
async function arrivedAs({ provider }: Billing, row: SubscriptionRow): Promise<string | undefined> {
  if (row.gateway_subscription_id !== null) return row.gateway_subscription_id
  return (await provider.findSubscription(row.subscription_id, row.created_at))?.id
}

async function giveUpOldAttempt({ provider, deps }: Billing, row: SubscriptionRow): Promise<void> {
  const isOld = row.created_at.getTime() < deps.clock.now().getTime() - ATTEMPT_MS
  if (row.status !== 0 || row.ended_at !== null || !isOld || row.gateway_subscription_id === null) return
  await provider.cancel(row.gateway_subscription_id, 'now')
}

type PaidCharge = RemoteCharge & { payment: RemotePayment }

/** Charges without a bill, the oldest first. */
async function newCharges({ db, provider, deps }: Billing, subscriptionId: string): Promise<PaidCharge[]> {
  const charges = await provider.readCharges(subscriptionId)
  const billed = await selectBilled(
    db,
    provider,
    charges.map(charge => charge.paymentId),
  )
  const fresh = charges.filter(charge => !billed.has(charge.paymentId)).toSorted(byPeriod)
  const paid: PaidCharge[] = []
  for (const charge of fresh.slice(0, MOST_CHARGES)) {
    const payment = await provider.readPayment(charge.paymentId)
    if (payment.isCaptured) paid.push({ ...charge, payment })
    else deps.log.warn({ payment: payment.id }, 'a paid invoice of the provider has a payment that is not captured')
  }
  return paid.toSorted((one, other) => one.payment.paidAt.getTime() - other.payment.paidAt.getTime())
}

function byPeriod(one: RemoteCharge, other: RemoteCharge): number {
  return (one.periodStart?.getTime() ?? 0) - (other.periodStart?.getTime() ?? 0)
}

function periodOf({ periodStart, periodEnd, payment }: PaidCharge, remote: RemoteSubscription) {
  return {
    start: periodStart ?? remote.periodStart ?? payment.paidAt,
    end: periodEnd ?? remote.periodEnd ?? payment.paidAt,
  }
}

/**
 * What the subscription buys now, if that differs from the stored purchase: another plan after a change, or, from a new period on, the
 * plan file's current description of the plan. The price stays until the plan is changed, since the provider goes on charging it.
 */
async function boughtNow(
  { db, plans, provider }: Billing,
  row: SubscriptionRow,
  remote: RemoteSubscription,
): Promise<Purchase | undefined> {
  const plan = await selectPlanOf(db, provider, remote.planId)
  if (plan === undefined) return undefined
  const onSale = findPlan(plans, plan.plan_id)
  if (plan.plan_id !== row.plan_id || plan.amount !== row.amount) {
    const waiting = row.change?.plan
    if (waiting?.plan_id === plan.plan_id && waiting.amount === plan.amount) return waiting
    return onSale?.amount === plan.amount ? purchaseOf(onSale) : undefined
  }
  const isNewPeriod = row.period_start !== null && (remote.periodStart?.getTime() ?? 0) > row.period_start.getTime()
  if (!isNewPeriod || onSale === undefined) return undefined
  return { ...purchaseIn(row), plan_name: onSale.plan_name, limits: onSale.limits }
}

/** When a browser reported a payment; null if the provider has not confirmed it for a day. */
export function provenSince({ verified_at: at }: SubscriptionRow, now: Date): Date | null {
  return at !== null && now.getTime() - at.getTime() < PROVEN_MS ? at : null
}

export function purchaseIn(row: SubscriptionRow): Purchase {
  const { plan_id, plan_name, package_id, price, amount, currency, limits, taxes } = row
  return { plan_id, plan_name, package_id, price, amount, currency, limits, taxes }
}
