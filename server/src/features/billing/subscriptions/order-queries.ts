/** SQL of orders, and of plans at the provider. */
import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../../db/schema/tables.ts'
import type { Purchase } from '../plans/plans.ts'

type Stored = Omit<Selectable<Tables['payment_order']>, 'plan' | 'purpose' | 'status'>

export interface OrderRow extends Stored {
  plan: Purchase
  purpose: 'year' | 'renewal' | 'upgrade'
  status: 'open' | 'paid' | 'refunded' | 'closed'
}

export interface Gateway {
  no: number
  world: string
}

export async function insertOrder(
  db: Db,
  { no, world }: Gateway,
  order: Pick<OrderRow, 'order_id' | 'subscription_id' | 'purpose' | 'plan' | 'amount' | 'currency'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('payment_order')
    .values({
      ...order,
      plan: JSON.stringify(order.plan),
      gateway: no,
      world,
      status: 'open',
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function updateOrder(
  db: Db,
  orderId: string,
  set: Partial<Pick<OrderRow, 'gateway_order_id' | 'gateway_payment_id' | 'status'>>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('payment_order')
    .where('order_id', '=', orderId)
    .set({ ...set, updated_at: now })
    .execute()
}

/** Marks the order as refunded; what paid for the subscription before stays. */
export async function refundOrder(db: Db, orderId: string, paymentId: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_order')
    .where('order_id', '=', orderId)
    .where('status', '<>', 'paid')
    .set({ status: 'refunded', gateway_payment_id: paymentId, updated_at: now })
    .execute()
}

/** Closes orders that another replaced, or that need no payment any more. */
export async function closeOrders(db: Db, subscriptionId: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_order')
    .where(eb => eb.and({ subscription_id: subscriptionId, status: 'open' }))
    .set({ status: 'closed', updated_at: now })
    .execute()
}

export async function selectOpenOrder(db: Db, subscriptionId: string): Promise<OrderRow | undefined> {
  const row = await db
    .selectFrom('payment_order')
    .where(eb => eb.and({ subscription_id: subscriptionId, status: 'open' }))
    .selectAll()
    .executeTakeFirst()
  return row as OrderRow | undefined
}

/** The latest orders that a payment may still arrive for, paid ones included: those may be paid twice. */
export async function selectPayable(db: Db, subscriptionId: string, since: Date): Promise<OrderRow[]> {
  const found = await db
    .selectFrom('payment_order')
    .where('subscription_id', '=', subscriptionId)
    .where('gateway_order_id', 'is not', null)
    .where(eb => eb.or([eb('status', '=', 'open'), eb('updated_at', '>', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(10)
    .selectAll()
    .execute()
  return found as OrderRow[]
}

/** An order and its organization, by the provider's id. */
export async function selectOrderByGateway(
  db: Db,
  { no, world }: Gateway,
  gatewayOrderId: string,
): Promise<(OrderRow & { organization_id: string }) | undefined> {
  const row = await db
    .selectFrom('payment_order')
    .innerJoin('subscription', 'subscription.subscription_id', 'payment_order.subscription_id')
    .where(
      sql<boolean>`payment_order.gateway = ${no} and payment_order.world = ${world} and payment_order.gateway_order_id = ${gatewayOrderId}`,
    )
    .selectAll('payment_order')
    .select('subscription.organization_id')
    .executeTakeFirst()
  return row as (OrderRow & { organization_id: string }) | undefined
}

export async function selectGatewayPlan(
  db: Db,
  { no, world }: Gateway,
  { plan_id, amount, currency }: Purchase,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('gateway_plan')
    .where(eb => eb.and({ gateway: no, world, plan_id, amount, currency }))
    .select('gateway_plan_id')
    .executeTakeFirst()
  return row?.gateway_plan_id
}

/** The provider's id of a plan that exists there. */
export async function selectPlanOf(
  db: Db,
  { no, world }: Gateway,
  gatewayPlanId: string,
): Promise<{ plan_id: string; amount: number; currency: string } | undefined> {
  return db
    .selectFrom('gateway_plan')
    .where(eb => eb.and({ gateway: no, world, gateway_plan_id: gatewayPlanId }))
    .select(['plan_id', 'amount', 'currency'])
    .executeTakeFirst()
}

/** Replaces a plan that the provider has lost. */
export async function upsertGatewayPlan(
  db: Db,
  { no, world }: Gateway,
  { plan_id, amount, currency }: Purchase,
  gatewayPlanId: string,
): Promise<void> {
  await db
    .insertInto('gateway_plan')
    .values({ gateway: no, world, plan_id, amount, currency, gateway_plan_id: gatewayPlanId })
    .onConflict(conflict =>
      conflict
        .columns(['gateway', 'world', 'plan_id', 'amount', 'currency'])
        .doUpdateSet({ gateway_plan_id: gatewayPlanId }),
    )
    .execute()
}
