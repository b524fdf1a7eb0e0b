/** What Razorpay answers, as far as we read it, and what it is in our words. Times are seconds; `null` and absent are alike. */
import * as z from 'zod/mini'
import type { PaidWith, RemoteCharge, RemotePayment, RemoteRefund, RemoteSubscription } from '../provider.ts'
import { MONTHLY_STATES, ORDER_STATES } from '../subscriptions/states.ts'

const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const seconds = maybe(z.number())

const timeOf = (value: number | null | undefined): Date | null => (value ? new Date(value * 1000) : null)

export const Plan = z.object({ id: z.string() })

export const Subscription = z.object({
  id: z.string(),
  plan_id: z.string(),
  status: z.enum(MONTHLY_STATES),
  current_start: seconds,
  current_end: seconds,
  charge_at: seconds,
  ended_at: seconds,
  short_url: maybe(z.string()),
  // An empty one comes as a list.
  notes: maybe(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
})
export type Subscription = z.output<typeof Subscription>

export function subscriptionOf(entity: Subscription): RemoteSubscription {
  const { id, plan_id, status } = entity
  return {
    id,
    state: status,
    planId: plan_id,
    periodStart: timeOf(entity.current_start),
    periodEnd: timeOf(entity.current_end),
    nextCharge: timeOf(entity.charge_at),
    endedAt: timeOf(entity.ended_at),
    cardUpdateUrl: entity.short_url ?? null,
  }
}

export function referenceIn({ notes }: Subscription): unknown {
  return notes && !Array.isArray(notes) ? notes['reference'] : undefined
}

export const Subscriptions = z.object({ items: z.array(Subscription) })

export const Order = z.object({ id: z.string(), status: z.enum(ORDER_STATES) })

export const Payment = z.object({
  id: z.string(),
  amount: z.int(),
  amount_refunded: maybe(z.int()),
  currency: z.string(),
  status: z.string(),
  order_id: maybe(z.string()),
  method: maybe(z.string()),
  wallet: maybe(z.string()),
  vpa: maybe(z.string()),
  card: maybe(z.object({ network: maybe(z.string()), last4: maybe(z.string()), international: maybe(z.boolean()) })),
  international: maybe(z.boolean()),
  created_at: z.number(),
})
export type Payment = z.output<typeof Payment>

export function paymentOf(entity: Payment): RemotePayment {
  return {
    id: entity.id,
    // `refunded` was captured before.
    isCaptured: entity.status === 'captured' || entity.status === 'refunded',
    isFailed: entity.status === 'failed',
    amount: entity.amount,
    refunded: entity.amount_refunded ?? 0,
    currency: entity.currency,
    orderId: entity.order_id ?? null,
    paidAt: new Date(entity.created_at * 1000),
    with: paidWith(entity),
  }
}

function paidWith({ method, wallet, card, vpa, international }: Payment): PaidWith {
  return {
    method: method ?? 'card',
    wallet: wallet || null,
    card: card ? { network: card.network ?? 'Unknown', last4: card.last4 ?? '' } : null,
    vpa: vpa || null,
    is_foreign: (card?.international ?? international) === true,
  }
}

export const Payments = z.object({ items: z.array(Payment) })

export const Invoices = z.object({
  items: z.array(
    z.object({
      status: z.string(),
      payment_id: maybe(z.string()),
      billing_start: seconds,
      billing_end: seconds,
    }),
  ),
})

/** What was paid, in no certain order. */
export function chargesOf({ items }: z.output<typeof Invoices>): RemoteCharge[] {
  return items.flatMap(({ status, payment_id: paymentId, billing_start, billing_end }) =>
    status === 'paid' && paymentId
      ? [{ paymentId, periodStart: timeOf(billing_start), periodEnd: timeOf(billing_end) }]
      : [],
  )
}

export const Refunds = z.object({
  items: z.array(z.object({ id: z.string(), amount: z.int(), status: z.string(), created_at: z.number() })),
})

export function refundsOf({ items }: z.output<typeof Refunds>): RemoteRefund[] {
  return items
    .filter(({ status }) => status === 'processed')
    .map(({ id, amount, created_at: at }) => ({ id, amount, refundedAt: new Date(at * 1000) }))
}

const entity = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  maybe(z.object({ entity: z.object(shape) }))

/** A webhook: which things it is about. */
export const Event = z.object({
  event: z.string().check(z.maxLength(100)),
  payload: z._default(
    z.object({
      subscription: entity({ id: z.string() }),
      order: entity({ id: z.string() }),
      payment: entity({ id: z.string(), order_id: maybe(z.string()) }),
      refund: entity({ id: z.string(), payment_id: maybe(z.string()) }),
      invoice: entity({ id: z.string(), subscription_id: maybe(z.string()) }),
    }),
    {},
  ),
})

export function aboutOf({ payload }: z.output<typeof Event>) {
  const subscription = payload.subscription?.entity.id ?? payload.invoice?.entity.subscription_id
  const order = payload.order?.entity.id ?? payload.payment?.entity.order_id
  const payment = payload.payment?.entity.id ?? payload.refund?.entity.payment_id
  return {
    ...(subscription && { subscription }),
    ...(order && { order }),
    ...(payment && { payment }),
  }
}
