/**
 * Buys a plan: the first one, the next year of one that ends, the successor of one that was cancelled, or a different one after an attempt
 * that was never paid.
 */
import type { createSubscription } from '@notifly/contracts/billing/subscriptions'
import { PACKAGE, SUBSCRIPTION_STATUS } from '@notifly/contracts/billing/states'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Input, Output } from '../../../http/route.ts'
import { AppError, invalidField, orNotFound } from '../../../lib/app-error.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import type { Billing } from '../context.ts'
import { findPlan, packageOf, type Purchase, purchaseOf } from '../plans/plans.ts'
import { inTurn, type Turn } from '../turn.ts'
import { asSentence, checkoutFor, nullWhenLost, openOrder, openSubscription } from './open.ts'
import { closeOrders } from './order-queries.ts'
import {
  insertSubscription,
  selectOpen,
  selectSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './queries.ts'
import { recordState } from './record.ts'
import { settle } from './settle.ts'
import { RENEWABLE_MS } from './settle-year.ts'
import { standingOf } from './states.ts'

type Begun = Output<typeof createSubscription>

/** Repeating a purchase returns the same subscription, or the same order. Throws conflict while another plan is active or being paid. */
export async function begin(
  billing: Billing,
  caller: ApplicationCaller,
  { plan_id: planId, frequency }: Input<typeof createSubscription>['body'],
): Promise<Begun> {
  const plan = findPlan(billing.plans, planId)
  if (plan === undefined) throw invalidField('plan_id', sentence('billing.unknownPlan'))
  if (plan.package_id !== packageOf(frequency)) throw invalidField('frequency', sentence('billing.otherFrequency'))
  const purchase = purchaseOf(plan)
  return asSentence(
    inTurn(billing.db, caller.organizationId, async turn => {
      const current = await currentFor(billing, turn, purchase)
      if (current?.status === SUBSCRIPTION_STATUS.cancelling)
        return beginNext(billing, turn, { caller, current, purchase })
      if (current !== undefined && current.status !== 0) return renewYear(billing, turn, { caller, current, purchase })
      const row = current ?? (await newAttempt(billing, turn, { caller, purchase, follows: null }))
      return openToPay(billing, turn, { caller, row, purchase, startAt: null, isNew: current === undefined })
    }),
  )
}

/** Returns what stands in the way, after checking whether an attempt was paid meanwhile; an attempt at another plan is given up. */
async function currentFor(billing: Billing, turn: Turn, purchase: Purchase): Promise<SubscriptionRow | undefined> {
  const open = (await selectOpen(billing.db, turn.organizationId)).find(row => row.follows === null)
  if (open === undefined || open.status !== 0) return open
  const settled = await settle(billing, turn, open.subscription_id).catch(nullWhenLost)
  if (settled === undefined || (settled !== null && settled.ended_at !== null)) return undefined
  const isSame = settled?.plan_id === purchase.plan_id && settled.amount === purchase.amount
  if (settled !== null && (settled.status !== 0 || isSame)) return settled
  await cancelUnpaid(billing, turn, settled ?? open)
  return undefined
}

/** Ends an attempt that was never paid. If its payment arrives later, the comparison finds and refunds it. */
export async function cancelUnpaid(
  { provider, deps }: Billing,
  turn: Turn,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  if (row.gateway_subscription_id !== null) await provider.cancel(row.gateway_subscription_id, 'now')
  const state = row.package_id === 7 ? 'order.over' : 'cancelled'
  const now = deps.clock.now()
  return turn.write(async tx => {
    await closeOrders(tx, row.subscription_id, now)
    // The subscription that it should have followed ends without a successor.
    if (row.follows !== null) await updateSubscription(tx, row.follows, { change: null }, now)
    return recordState(tx, row, { gateway_state: state, cancel_asked_at: now }, now)
  })
}

interface Attempt {
  caller: ApplicationCaller
  purchase: Purchase
  /** The subscription that it replaces. */
  follows: string | null
}

export async function newAttempt(
  { db, provider, deps }: Billing,
  turn: Turn,
  { caller, purchase, follows }: Attempt,
): Promise<SubscriptionRow> {
  const subscriptionId = uuidv7()
  const ids = { organizationId: turn.organizationId, subscriptionId }
  const now = deps.clock.now()
  await turn.write(async tx => {
    const { no: gateway, world } = provider
    await insertSubscription(tx, { ...ids, gateway, world, purchase, follows, createdBy: caller.accountId }, now)
    const { plan_id: plan, amount, currency } = purchase
    await recordAudit(
      tx,
      {
        ...byCaller(caller),
        action: 'subscription.create',
        object: { type: 'subscription', id: subscriptionId, name: purchase.plan_name },
        after: { plan, amount, currency },
      },
      now,
    )
  })
  return orNotFound(await selectSubscription(db, subscriptionId))
}

interface Payable {
  caller: ApplicationCaller
  row: SubscriptionRow
  purchase: Purchase
  startAt: Date | null
  isNew: boolean
}

/** What the checkout needs, once it exists at the provider. */
export async function openToPay(billing: Billing, turn: Turn, payable: Payable): Promise<Begun> {
  const { caller, row, purchase } = payable
  const { amount } = purchase
  const opened =
    row.package_id === 7
      ? { order_id: (await openOrder(billing, turn, row, { purpose: 'year', purchase, amount })).id }
      : { subscription_id: await openSubscription(billing, turn, row, payable) }
  return { uuid: row.subscription_id, ...opened, checkout: await checkoutFor(billing, caller, purchase, amount) }
}

interface Renewal {
  caller: ApplicationCaller
  current: SubscriptionRow
  purchase: Purchase
}

/**
 * Begins the successor of `current`: a month is authorised now and charged at its start, a year is paid now. Throws conflict if a
 * successor exists, or while `current` is ending.
 */
export async function beginNext(billing: Billing, turn: Turn, { caller, current, purchase }: Renewal): Promise<Begun> {
  const { subscription_id: follows, period_end: startAt } = current
  if (startAt === null || startAt <= billing.deps.clock.now()) {
    throw new AppError('conflict', sentence('billing.busy'))
  }
  const next = (await selectOpen(billing.db, turn.organizationId)).find(row => row.follows !== null)
  if (next !== undefined && next.status !== 0) throw new AppError('conflict', sentence('billing.nextChosen'))
  const isSame = next !== undefined && isFor(next, purchase, startAt)
  if (next !== undefined && !isSame) await cancelUnpaid(billing, turn, next)
  const row = isSame ? next : await newAttempt(billing, turn, { caller, purchase, follows })
  return openToPay(billing, turn, { caller, row, purchase, startAt, isNew: !isSame })
}

/** Whether an attempt is for the same purchase. A month is outdated if the period that it should have begun with has started without it. */
function isFor(attempt: SubscriptionRow, { plan_id: plan, amount }: Purchase, startAt: Date): boolean {
  if (attempt.plan_id !== plan || attempt.amount !== amount) return false
  return attempt.package_id === PACKAGE.annual || attempt.next_charge?.getTime() === startAt.getTime()
}

/** Renews a year that ends within two weeks, or has just ended. */
export async function renewYear(billing: Billing, turn: Turn, { caller, current, purchase }: Renewal): Promise<Begun> {
  if (current.status === 1) throw new AppError('conflict', sentence('billing.processing'))
  const leftMs = (current.period_end?.getTime() ?? Infinity) - billing.deps.clock.now().getTime()
  const isRenewable = standingOf(current).acts.includes('renew') && leftMs <= RENEWABLE_MS
  if (!isRenewable || purchase.package_id !== current.package_id) {
    throw new AppError('conflict', sentence('billing.subscribedAlready'))
  }
  const due = { purpose: 'renewal', purchase, amount: purchase.amount } as const
  const { id, amount } = await openOrder(billing, turn, current, due)
  const checkout = await checkoutFor(billing, caller, purchase, amount)
  return { uuid: current.subscription_id, order_id: id, checkout }
}
