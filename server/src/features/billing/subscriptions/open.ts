/** Creates at the provider what a payment needs: the plan, a subscription, an order. Safe to repeat. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Checkout } from '@notifly/contracts/billing/subscriptions'
import type { ApplicationCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import type { Billing } from '../context.ts'
import type { Purchase } from '../plans/plans.ts'
import { readPreferences } from '../preferences/preferences.ts'
import { ProviderUnreachable, ProviderRefusal } from '../../../lib/payments/provider.ts'
import type { Turn } from '../turn.ts'
import {
  closeOrders,
  insertOrder,
  type OrderRow,
  selectGatewayPlan,
  selectOpenOrder,
  updateOrder,
  upsertGatewayPlan,
} from './order-queries.ts'
import { type SubscriptionRow, updateSubscription } from './queries.ts'

/** Turns a failure of the provider into a sentence for the person who waits. */
export async function asSentence<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ProviderUnreachable) {
      throw new AppError('unavailable', { ...sentence('billing.providerAway'), cause: error })
    }
    if (error instanceof ProviderRefusal) {
      throw new AppError('conflict', {
        ...sentence('billing.providerRefused', { reason: error.message }),
        cause: error,
      })
    }
    throw error
  }
}

/** The provider no longer knows it: a sandbox may have been emptied. */
export function nullWhenLost(error: unknown): null {
  if (error instanceof ProviderRefusal && error.reason === 'unknown') return null
  throw error
}

/** Returns the provider's plan for a purchase, and creates it the first time. */
export async function gatewayPlan({ db, provider }: Billing, purchase: Purchase, isLost = false): Promise<string> {
  const known = isLost ? undefined : await selectGatewayPlan(db, provider, purchase)
  if (known !== undefined) return known
  const made = await provider.createPlan(purchase)
  await upsertGatewayPlan(db, provider, purchase, made)
  return made
}

/**
 * The provider's id of a subscription to pay. `startAt`: when the subscription that it follows ends. It may exist at the provider already,
 * if the answer of an earlier call was lost.
 */
export async function openSubscription(
  billing: Billing,
  turn: Turn,
  row: SubscriptionRow,
  { purchase, startAt, isNew }: { purchase: Purchase; startAt: Date | null; isNew: boolean },
): Promise<string> {
  if (row.gateway_subscription_id !== null) return row.gateway_subscription_id
  const { provider, db } = billing
  const preferences = await readPreferences(db, row.organization_id)
  const create = async (isLost: boolean) =>
    provider.createSubscription({
      reference: row.subscription_id,
      planId: await gatewayPlan(billing, purchase, isLost),
      startAt,
      isToldByProvider: preferences.get_text_when_payment_fails,
      attemptedSince: isNew ? null : row.created_at,
    })
  // An emptied sandbox has lost its plans.
  const remote = await create(false).catch((error: unknown) => {
    if (error instanceof ProviderRefusal && error.reason === 'unknown') return create(true)
    throw error
  })
  const set = {
    gateway_subscription_id: remote.id,
    card_update_url: remote.cardUpdateUrl,
    next_charge: remote.nextCharge,
  }
  await turn.write(tx => updateSubscription(tx, row.subscription_id, set, billing.deps.clock.now()))
  return remote.id
}

interface Due {
  purpose: OrderRow['purpose']
  purchase: Purchase
  amount: number
}

interface OpenOrder {
  /** The provider's id. */
  id: string
  amount: number
}

/** The order for the amount due: the open one if it asks for the same, else a new one that replaces it. */
export async function openOrder(billing: Billing, turn: Turn, row: SubscriptionRow, due: Due): Promise<OpenOrder> {
  const { db, provider, deps } = billing
  const now = deps.clock.now()
  const open = await selectOpenOrder(db, row.subscription_id)
  const same = open !== undefined && asksFor(open, due, now) ? open : undefined
  const orderId = same?.order_id ?? uuidv7()
  const { purpose, purchase } = due
  const { currency, plan_id: name } = purchase
  const amount = same?.amount ?? due.amount
  if (same !== undefined && same.gateway_order_id !== null) return { id: same.gateway_order_id, amount }
  if (same === undefined) {
    const order = { order_id: orderId, subscription_id: row.subscription_id, purpose, plan: purchase, amount, currency }
    await turn.write(async tx => {
      await closeOrders(tx, row.subscription_id, now)
      await insertOrder(tx, provider, order, now)
    })
  }
  const { id } = await provider.createOrder({ reference: orderId, amount, currency, name })
  await turn.write(async tx => {
    await updateOrder(tx, orderId, { gateway_order_id: id }, now)
    if (purpose === 'year') await updateSubscription(tx, row.subscription_id, { gateway_order_id: id }, now)
  })
  return { id, amount }
}

/** The difference shrinks with every moment; the quoted one stays valid for an hour. */
const DIFFERENCE_MS = 3_600_000

function asksFor(order: OrderRow, { purpose, purchase, amount }: Due, now: Date): boolean {
  if (order.purpose !== purpose || order.plan.plan_id !== purchase.plan_id) return false
  if (order.currency !== purchase.currency) return false
  const isRecent = now.getTime() - order.created_at.getTime() < DIFFERENCE_MS
  return order.amount === amount || (purpose === 'upgrade' && isRecent)
}

/** What a browser needs to open the provider's checkout. */
export async function checkoutFor(
  { provider, setting, plans, db }: Billing,
  caller: ApplicationCaller,
  { plan_name: description, currency }: Purchase,
  amount: number,
): Promise<Checkout> {
  const { phone_number: contact } = await readPreferences(db, caller.organizationId)
  return {
    provider: setting.provider,
    payment_gateway_id: provider.no,
    key: provider.checkout.key,
    script_url: provider.checkout.scriptUrl,
    name: plans.seller.name,
    description,
    amount,
    currency,
    prefill: { name: caller.name, email: caller.email, ...(contact !== '' && { contact }) },
  }
}
