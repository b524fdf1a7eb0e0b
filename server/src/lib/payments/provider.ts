/**
 * What billing requires of a payment provider, in our own terms. A provider is one file of this folder, a line of `registry.ts`, and the
 * script that opens its checkout in browsers (`web/public/checkout/`); no other code knows its name. Amounts are minor units. Every call
 * that creates something is safe to repeat with the same reference.
 */
import type { IncomingHttpHeaders } from 'node:http'

/** Why a call was refused. */
type RefusedFor = 'unknown' | 'payment_method' | 'other'

/** The provider refuses permanently: a retry changes nothing. */
export class ProviderRefusal extends Error {
  /** `unknown`: there is no such thing there. `payment_method`: how it is paid allows no such change. */
  readonly reason: RefusedFor
  constructor(message: string, reason: RefusedFor = 'other') {
    super(message)
    this.reason = reason
  }
}

/** The provider is unreachable, overloaded or fails; its response may be lost. */
export class ProviderUnreachable extends Error {}

/** The states of a monthly subscription at the provider, in the order in which they occur. */
export const MONTHLY_STATES = [
  'created',
  'authenticated',
  'active',
  'pending',
  'halted',
  'paused',
  'completed',
  'cancelled',
  'expired',
] as const
export type MonthlyState = (typeof MONTHLY_STATES)[number]

export const ORDER_STATES = ['created', 'attempted', 'paid'] as const
export type OrderState = (typeof ORDER_STATES)[number]

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

/** How something was paid. Card, wallet and UPI address are set as far as the payment used them. */
export interface PaidWith {
  method: string
  wallet: string | null
  card: { network: string; last4: string } | null
  vpa: string | null
  /** By a card of another country than the provider's. */
  is_foreign: boolean
}

export interface RemotePayment {
  id: string
  isCaptured: boolean
  amount: number
  refunded: number
  currency: string
  paidAt: Date
  with: PaidWith
}

/** A paid period of a subscription. */
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

/** Signed by the payment in the browser: which of our subscriptions or orders it claims to have paid. */
export interface PaymentProof {
  /** The id that we stored, never the one that the browser brings. */
  of: { orderId: string } | { subscriptionId: string }
  paymentId: string
  signature: string
}

/** A webhook of the provider. Only ids are taken from it; their current state is read from the API. */
export interface RemoteEvent {
  id: string
  name: string
  about: { subscription?: string; order?: string; payment?: string }
}

/** The price of a month, with the id of our plan. */
export interface NewPlan {
  plan_id: string
  plan_name: string
  amount: number
  currency: string
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

export interface NewOrder {
  /** Ours. */
  reference: string
  amount: number
  currency: string
  /** What it is for. */
  name: string
}

/** From trial to production. */
export const WORLDS = ['sandbox', 'test', 'live'] as const
export type World = (typeof WORLDS)[number]

/** What browsers need in order to pay. */
export interface ProviderCheckout {
  /** Public. */
  key: string
  scriptUrl: string
  /** Origins of the pages that the script shows and calls. */
  pages: readonly string[]
}

/** A provider with the operator's account there. */
export interface PaymentProvider {
  /** `payment_gateway_id` of the wire, and what is kept with all that was bought there. */
  no: number
  /** Things of one world are unknown in the others. */
  world: World
  checkout: ProviderCheckout
  /** Smallest amount of an order, and of a difference that is charged at once for a change in place. */
  least: { order: number; change: number }

  // Create a subscription.
  createPlan(plan: NewPlan): Promise<string>
  createSubscription(wanted: NewSubscription): Promise<RemoteSubscription>
  /** Undefined where no such subscription was created under this reference. */
  findSubscription(reference: string, since: Date): Promise<RemoteSubscription | undefined>

  // Create an order.
  createOrder(wanted: NewOrder): Promise<RemoteOrder>

  // Change.
  /** Whether the plan of a subscription that is paid like this can be changed; another one follows it otherwise. */
  changesInPlace(paidWith: PaidWith): boolean
  /** Takes the place of a change that waits. */
  change(id: string, planId: string, when: 'now' | 'period_end'): Promise<void>
  dropChange(id: string): Promise<void>

  // Cancel.
  cancel(id: string, when: 'now' | 'period_end'): Promise<void>
  /** Gives back what is left of it. */
  refund(payment: Pick<RemotePayment, 'id' | 'amount' | 'refunded'>, reference: string): Promise<void>

  // Read a payment, and what it is for.
  readPayment(id: string): Promise<RemotePayment>
  readRefunds(paymentId: string): Promise<RemoteRefund[]>
  readSubscription(id: string): Promise<RemoteSubscription>
  readCharges(subscriptionId: string): Promise<RemoteCharge[]>
  readOrder(id: string): Promise<RemoteOrder>
  /** Of an order, those that were captured, the oldest first. */
  readPaymentsOf(orderId: string): Promise<RemotePayment[]>

  // Verify.
  /** Whether the provider signed it, in a time that does not tell how much of it was right. */
  verify(proof: PaymentProof): boolean
  /** Null for what the provider did not sign. Throws ProviderRefusal for what it signed and nobody can read. */
  readEvent(call: { headers: IncomingHttpHeaders; body: Buffer }): RemoteEvent | null
}

/** The credentials of an operator's account, the same for every provider. */
export interface PaymentKeys {
  keyId: string
  keySecret: string
  webhookSecret: string
}

export interface PaymentAccount extends PaymentKeys {
  apiUrl: string
  /** The script of its checkout. */
  checkoutUrl: string
}

/** A provider as the registry lists it, before an account is configured. */
export interface PaymentProviderKind {
  /** As it is in the registry, its settings (`NOTIFLY_<NAME>_KEY_ID`), its hook and its script in browsers (`checkout/<name>.js`). */
  name: string
  /** As people read it. */
  label: string
  urls: { api: string; checkout: string }
  /** The account at its stand-in, where the sandbox plays it: at `/<name>/v1`, `/<name>/checkout.js` and `/<name>/webhook`. */
  sandbox?: PaymentKeys
  /** `isTrial`: at the stand-in, where no money is paid. */
  open(account: PaymentAccount, isTrial: boolean): PaymentProvider
}
