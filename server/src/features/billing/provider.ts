/**
 * What billing asks of a payment provider, in words of ours. One file a provider; those above this line know none of them. Amounts are
 * minor units. Every verb that creates something is safe to repeat with the same reference.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Purchase } from './plans/plans.ts'
import type { MonthlyState, OrderState } from './subscriptions/states.ts'

/** It will never do that: asking again changes nothing. */
export class ProviderRefusal extends Error {
  /** There is no such thing there. */
  readonly isUnknown: boolean
  constructor(message: string, isUnknown = false) {
    super(message)
    this.isUnknown = isUnknown
  }
}

/** It cannot be reached, is busy, or has a defect; its answer may be lost. */
export class ProviderAway extends Error {}

export interface RemoteSubscription {
  id: string
  state: MonthlyState
  /** The provider's plan. */
  planId: string
  periodStart: Date | null
  periodEnd: Date | null
  nextCharge: Date | null
  endedAt: Date | null
  cardUpdateUrl: string | null
}

export interface RemoteOrder {
  id: string
  state: OrderState
}

/** How something was paid; card, wallet and address of a payment by UPI as far as it was one. */
export interface PaidWith {
  method: string
  wallet: string | null
  card: { network: string; last4: string } | null
  vpa: string | null
  /** A card of another country than the provider's: only those change their plan in place. */
  is_foreign: boolean
}

export interface RemotePayment {
  id: string
  isCaptured: boolean
  isFailed: boolean
  amount: number
  refunded: number
  currency: string
  orderId: string | null
  paidAt: Date
  with: PaidWith
}

/** A period of a subscription that was paid. */
export interface RemoteCharge {
  paymentId: string
  periodStart: Date | null
  periodEnd: Date | null
}

export interface RemoteRefund {
  id: string
  amount: number
  refundedAt: Date
}

/** Signed by the browser's payment: which of ours it claims to have paid. */
export interface PaymentProof {
  /** The id that we stored, never the one that the browser brings. */
  of: { orderId: string } | { subscriptionId: string }
  paymentId: string
  signature: string
}

/** What the provider tells by itself. Only ids are taken from it; what they mean now is read. */
export interface RemoteEvent {
  id: string
  name: string
  about: { subscription?: string; order?: string; payment?: string }
}

export interface NewSubscription {
  /** Ours. */
  reference: string
  planId: string
  /** Absent: at once. */
  startAt: Date | null
  /** The provider tells the payer itself of charges and failures. */
  isToldByProvider: boolean
  /** Set where an earlier attempt may have arrived there: since when. It is looked for first. */
  attemptedSince: Date | null
}

/** From trying to selling. */
export const WORLDS = ['sandbox', 'test', 'live'] as const
export type World = (typeof WORLDS)[number]

export interface PaymentProvider {
  /** `payment_gateway_id` of the wire. */
  no: number
  /** Things of one world are unknown in the others. */
  world: World
  checkout: { key: string; scriptUrl: string }
  /** Smallest amount of an order, and of a difference that is charged at once for a change in place. */
  least: { order: number; change: number }

  createPlan(purchase: Purchase): Promise<string>
  createSubscription(wanted: NewSubscription): Promise<RemoteSubscription>
  createOrder(wanted: { reference: string; amount: number; currency: string; name: string }): Promise<RemoteOrder>
  /** Undefined where no such subscription was created under this reference. */
  findSubscription(reference: string, since: Date): Promise<RemoteSubscription | undefined>
  /** Takes the place of a change that waits. */
  change(id: string, planId: string, when: 'now' | 'period_end'): Promise<void>
  dropChange(id: string): Promise<void>
  cancel(id: string, when: 'now' | 'period_end'): Promise<void>
  refund(payment: { id: string; amount: number }, reference: string): Promise<void>
  readSubscription(id: string): Promise<RemoteSubscription>
  readCharges(subscriptionId: string): Promise<RemoteCharge[]>
  readOrder(id: string): Promise<RemoteOrder>
  /** Of an order, those that were captured. */
  readPaymentsOf(orderId: string): Promise<RemotePayment[]>
  readPayment(id: string): Promise<RemotePayment>
  readRefunds(paymentId: string): Promise<RemoteRefund[]>
  /** Whether the provider signed it, in a time that does not tell how much of it was right. */
  verify(proof: PaymentProof): boolean
  /** Null for what the provider did not sign. Throws ProviderRefusal for what it signed and nobody can read. */
  readEvent(call: { headers: IncomingHttpHeaders; body: Buffer }): RemoteEvent | null
}
