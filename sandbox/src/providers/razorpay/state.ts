import { z } from 'zod'
import { KeptFile } from '../../kept-file.ts'
import { localUrl } from '../outward-call.ts'
import { CALM, razorpayDialsSchema, type RazorpayDials } from './dials.ts'
import type { Invoice, Order, Payment, Plan, Refund, Subscription } from './entities.ts'
import type { Instrument } from './instrument.ts'

// What the emulated Razorpay remembers beyond a restart: its one account, with its clock, and everything that it was told to
// do. Of each kind so many at the most: the oldest that are over and done with go first.

/** The only secret of a key that is accepted; the key's id may be any of test mode. */
export const KEY_SECRET = 'sandbox-razorpay-secret'
/** Of webhooks, until another is entered. */
export const USUAL_WEBHOOK_SECRET = 'sandbox-razorpay-webhook-secret'
export const ACCOUNT_ID = 'acc_SandboxNotifly'

export const webhookSchema = z.object({
  url: localUrl,
  secret: z.string().trim().min(1, 'Enter the secret.').max(200),
})
export type Webhook = z.output<typeof webhookSchema>

/** What a PATCH asks for. */
export interface Change {
  plan_id?: string | undefined
  quantity?: number | undefined
  remaining_count?: number | undefined
  offer_id?: string | undefined
  customer_notify?: boolean | undefined
  start_at?: number | undefined
}

/** A subscription, and what of it no call shows. */
export interface SubscriptionRecord {
  entity: Subscription
  /** Nothing before it is authorised. */
  instrument: Instrument | null
  customer: { email: string; contact: string }
  /** What is charged beside the plan at first. */
  addons: { name: string; amount: number; currency: string; quantity: number }[]
  /** Waits for the end of the cycle. */
  scheduled: Change | null
  cancel_at_cycle_end: boolean
  /** So many of its next charges fail. */
  fail_next: number
  /** When the first of the cycles of this plan began, and how many have begun since. */
  anchor: number
  cycles: number
}

export interface RefundRecord {
  entity: Refund
  /** Of the call's header, with what it asked for. */
  idempotency: { key: string; asked: string } | null
}

const many = <Kind>() => z.array(z.custom<Kind>()).default([])

const fileSchema = z.object({
  dials: razorpayDialsSchema.catch({ ...CALM }).default({ ...CALM }),
  webhook: webhookSchema.nullable().catch(null).default(null),
  /** Seconds by which the account's clock is ahead. */
  ahead: z.int().min(0).catch(0).default(0),
  plans: many<Plan>(),
  subscriptions: many<SubscriptionRecord>(),
  orders: many<Order>(),
  payments: many<Payment>(),
  invoices: many<Invoice>(),
  refunds: many<RefundRecord>(),
})

export const KEPT_MAX = 500
const OVER = new Set(['cancelled', 'completed', 'expired'])

export class RazorpayState extends KeptFile<typeof fileSchema> {
  readonly #listeners = new Set<() => void>()

  /** Opens what is kept in `directory`; an unreadable file counts as none. */
  constructor(directory: string) {
    super(directory, 'razorpay.json', fileSchema)
  }

  get dials(): Readonly<RazorpayDials> {
    return this.content.dials
  }

  /** The account's clock, in seconds. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.content.ahead
  }

  /** Moves the clock, never back. */
  moveTo(time: number): void {
    this.content.ahead += Math.max(0, time - this.now())
  }

  plan(id: string): Plan | undefined {
    return this.content.plans.find(plan => plan.id === id)
  }

  subscription(id: string): SubscriptionRecord | undefined {
    return this.content.subscriptions.find(({ entity }) => entity.id === id)
  }

  order(id: string | null): Order | undefined {
    return this.content.orders.find(order => order.id === id)
  }

  payment(id: string): Payment | undefined {
    return this.content.payments.find(payment => payment.id === id)
  }

  /** Oldest first. */
  invoicesOf(subscriptionId: string): Invoice[] {
    return this.content.invoices.filter(invoice => invoice.subscription_id === subscriptionId)
  }

  /** Writes what has changed, and tells pages that are open. */
  override save(): Promise<void> {
    this.#trim()
    this.tell()
    return super.save()
  }

  /** Tells pages that are open of something that is not kept. */
  tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Calls back after every change, until the answer is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  turn(dials: RazorpayDials): Promise<void> {
    this.content.dials = dials
    return this.save()
  }

  setWebhook(webhook: Webhook | null): Promise<void> {
    this.content.webhook = webhook
    return this.save()
  }

  #trim(): void {
    const { content } = this
    const { subscriptions, orders, payments, invoices, refunds } = content
    content.subscriptions = trimmed(subscriptions, ({ entity }) => OVER.has(entity.status))
    content.orders = trimmed(orders, ({ status }) => status === 'paid')
    content.payments = trimmed(payments, () => true)
    content.invoices = trimmed(invoices, ({ status }) => status === 'paid')
    content.refunds = trimmed(refunds, () => true)
    if (content.plans.length > KEPT_MAX) content.plans = this.#newestPlans()
  }

  /** Without those that nobody is subscribed to any more. */
  #newestPlans(): Plan[] {
    const used = new Set(
      this.content.subscriptions.flatMap(({ entity, scheduled }) => [entity.plan_id, scheduled?.plan_id]),
    )
    return this.content.plans.filter(({ id }, index, { length }) => used.has(id) || index >= length - KEPT_MAX)
  }
}

/** At most so many, without the oldest of those that are over; without the oldest of all where those do not suffice. */
function trimmed<Kind>(all: Kind[], isOver: (one: Kind) => boolean): Kind[] {
  const surplus = all.length - KEPT_MAX
  if (surplus <= 0) return all
  const gone = new Set([...new Set([...all.filter(isOver), ...all])].slice(0, surplus))
  return all.filter(one => !gone.has(one))
}
