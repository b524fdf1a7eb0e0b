import { z } from 'zod'
import { JsonFile } from '../../json-file.ts'
import { localUrl } from '../outward-call.ts'
import { NO_FAULTS, razorpayDialsSchema, type RazorpayDials } from './dials.ts'
import type { Invoice, Order, Payment, Plan, Refund, Subscription } from './entities.ts'
import type { Instrument } from './instrument.ts'

// State of the emulated Razorpay that survives a restart: its one account, with its clock and everything in it. There
// is a limit for each kind of entity; the oldest finished ones are dropped first.

/** The only accepted secret; the key's id may be any test key's. */
export const KEY_SECRET = 'sandbox-razorpay-secret'
/** Secret of webhooks until another one is entered. */
export const USUAL_WEBHOOK_SECRET = 'sandbox-razorpay-webhook-secret'
export const ACCOUNT_ID = 'acc_SandboxNotifly'

export const webhookSchema = z.object({
  url: localUrl,
  secret: z.string().trim().min(1, 'Enter the secret.').max(200),
})
export type Webhook = z.output<typeof webhookSchema>

/** The changes that a PATCH requests. */
export interface Change {
  plan_id?: string | undefined
  quantity?: number | undefined
  remaining_count?: number | undefined
  offer_id?: string | undefined
  customer_notify?: boolean | undefined
  start_at?: number | undefined
}

/** A subscription, with internal data that no call returns. */
export interface SubscriptionRecord {
  entity: Subscription
  /** Null until it is authorised. */
  instrument: Instrument | null
  customer: { email: string; contact: string }
  /** Charged once, with the first payment. */
  addons: { name: string; amount: number; currency: string; quantity: number }[]
  /** Takes effect at the end of the cycle. */
  scheduled: Change | null
  cancel_at_cycle_end: boolean
  /** How many of its next charges fail. */
  fail_next: number
  /** When the first cycle with the current plan began, and how many have begun since. */
  anchor: number
  cycles: number
}

export interface RefundRecord {
  entity: Refund
  /** The idempotency key from the header, with the request that used it. */
  idempotency: { key: string; asked: string } | null
}

const many = <Kind>() => z.array(z.custom<Kind>()).default([])

const fileSchema = z.object({
  dials: razorpayDialsSchema.catch({ ...NO_FAULTS }).default({ ...NO_FAULTS }),
  webhook: webhookSchema.nullable().catch(null).default(null),
  /** How many seconds the account's clock is ahead. */
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

export class RazorpayState extends JsonFile<typeof fileSchema> {
  readonly #listeners = new Set<() => void>()

  /** Opens the state stored in `directory`; an unreadable file counts as empty. */
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

  /** Moves the clock forward; never back. */
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

  /** Writes changes and notifies open pages. */
  override save(): Promise<void> {
    this.#trim()
    this.tell()
    return super.save()
  }

  /** Notifies open pages of a change that is not stored. */
  tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Calls `listener` after every change. Returns a function that stops this. */
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

  /** Drops plans without subscriptions. */
  #newestPlans(): Plan[] {
    const used = new Set(
      this.content.subscriptions.flatMap(({ entity, scheduled }) => [entity.plan_id, scheduled?.plan_id]),
    )
    return this.content.plans.filter(({ id }, index, { length }) => used.has(id) || index >= length - KEPT_MAX)
  }
}

/** Limits the number of entities: drops the oldest finished ones, then, if that is not enough, the oldest of all. */
function trimmed<Kind>(all: Kind[], isOver: (one: Kind) => boolean): Kind[] {
  const surplus = all.length - KEPT_MAX
  if (surplus <= 0) return all
  const gone = new Set([...new Set([...all.filter(isOver), ...all])].slice(0, surplus))
  return all.filter(one => !gone.has(one))
}
