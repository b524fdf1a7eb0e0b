/** Razorpay: a monthly plan is a subscription of theirs, a year is an order. https://razorpay.com/docs/api/payments/subscriptions */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { isSignedBy } from '../hmac-signature.ts'
import { type CallProvider, createClient } from './client.ts'
import {
  MONTHLY_STATES,
  ORDER_STATES,
  type PaidWith,
  type PaymentProvider,
  type PaymentProviderKind,
  ProviderUnreachable,
  ProviderRefusal,
  type RemoteCharge,
  type RemoteEvent,
  type RemotePayment,
  type RemoteRefund,
  type RemoteSubscription,
} from './provider.ts'

/** Length of a subscription in months: Razorpay requires an end. */
const MONTHS = 120
const PAGE = 100
/** Ten years of months, and as many changes of plan. */
const MOST_CHARGES = 300
/** Tolerated difference between its clock and ours. */
const CLOCKS_APART_MS = 120_000
const HEX = { algorithm: 'sha256', encoding: 'hex' } as const
const HOSTS = ['https://api.razorpay.com', 'https://checkout.razorpay.com']

export const razorpay: PaymentProviderKind = {
  name: 'razorpay',
  label: 'Razorpay',
  urls: { api: `${HOSTS[0]}/v1`, checkout: `${HOSTS[1]}/v1/checkout.js` },
  sandbox: {
    keyId: 'rzp_test_sandbox',
    keySecret: 'sandbox-razorpay-secret',
    webhookSecret: 'sandbox-razorpay-webhook-secret',
  },

  open({ keyId, keySecret, webhookSecret, apiUrl, checkoutUrl }, isTrial) {
    const ask = createClient({
      label: 'Razorpay',
      url: apiUrl,
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
      explain,
    })
    const { origin } = new URL(checkoutUrl)
    return {
      no: 1,
      world: isTrial ? 'sandbox' : keyId.startsWith('rzp_live_') ? 'live' : 'test',
      // A stand-in has its pages where its script is.
      checkout: { key: keyId, scriptUrl: checkoutUrl, pages: HOSTS.includes(origin) ? HOSTS : [origin] },
      least: { order: 100, change: 50 },
      ...creating(ask),
      ...changing(ask),
      ...reading(ask),
      verify({ of, paymentId, signature }) {
        // Orders and subscriptions are signed in two different orders.
        const signed = 'orderId' in of ? `${of.orderId}|${paymentId}` : `${paymentId}|${of.subscriptionId}`
        return isSignedBy(keySecret, signature, signed, HEX)
      },
      readEvent({ headers, body }) {
        if (!isSignedBy(webhookSecret, headers['x-razorpay-signature'], body, HEX)) return null
        const event = eventIn(body)
        const given = headers['x-razorpay-event-id']
        const id = typeof given === 'string' && /^[\w-]{1,100}$/.test(given) ? given : hashOf(body)
        return { id, name: event.event, about: aboutOf(event) }
      },
    }
  },
}

const Failure = z.object({ error: z.object({ description: z.string() }) })

/** Razorpay describes errors only in words: it sends 400 for an unknown id as well. */
function explain(body: unknown, status: number): ProviderRefusal | undefined {
  const said = Failure.safeParse(body)
  if (!said.success) return undefined
  const words = said.data.error.description.slice(0, 300)
  if (status === 404 || /does not exist|not found|is not a valid id/i.test(words)) {
    return new ProviderRefusal(words, 'unknown')
  }
  return new ProviderRefusal(words, /payment mode|domestic|mandate/i.test(words) ? 'payment_method' : 'other')
}

type Creating = Pick<PaymentProvider, 'createPlan' | 'createSubscription' | 'createOrder' | 'findSubscription'>

function creating(ask: CallProvider): Creating {
  /** Subscriptions have no key of their own: what we noted there is looked for. */
  async function findSubscription(reference: string, since: Date): Promise<RemoteSubscription | undefined> {
    const from = String(Math.floor((since.getTime() - CLOCKS_APART_MS) / 1000))
    for (let skip = 0; skip < 10 * PAGE; skip += PAGE) {
      const query = { from, count: String(PAGE), skip: String(skip) }
      const { items } = await ask({ method: 'GET', path: '/subscriptions', query }, Subscriptions)
      const found = items.find(each => referenceIn(each) === reference)
      if (found !== undefined) return subscriptionOf(found)
      if (items.length < PAGE) return undefined
    }
    return undefined
  }

  return {
    findSubscription,

    async createPlan({ plan_id, plan_name: name, amount, currency }) {
      const body = { period: 'monthly', interval: 1, item: { name, amount, currency }, notes: { plan: plan_id } }
      // A doubled plan is one that nobody uses.
      return (await ask({ method: 'POST', path: '/plans', body }, Plan)).id
    },

    async createSubscription({ reference, planId, startAt, isToldByProvider, attemptedSince }) {
      const earlier = attemptedSince && (await findSubscription(reference, attemptedSince))
      if (earlier) return earlier
      const body = {
        plan_id: planId,
        total_count: MONTHS,
        customer_notify: isToldByProvider,
        ...(startAt !== null && { start_at: Math.floor(startAt.getTime() / 1000) }),
        notes: { reference },
      }
      const begun = new Date()
      try {
        return subscriptionOf(await ask({ method: 'POST', path: '/subscriptions', body, once: true }, Subscription))
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error
        const arrived = await findSubscription(reference, begun)
        if (arrived === undefined) throw error
        return arrived
      }
    },

    createOrder({ reference, amount, currency, name }) {
      // The same receipt is the same order.
      const body = { amount, currency, receipt: reference, unique_receipt: true, notes: { reference, plan: name } }
      return ask({ method: 'POST', path: '/orders', body }, Order).then(({ id, status: state }) => ({ id, state }))
    },
  }
}

type Changing = Pick<PaymentProvider, 'changesInPlace' | 'change' | 'dropChange' | 'cancel' | 'refund'>

function changing(ask: CallProvider): Changing {
  const path = (id: string, verb = ''): string => `/subscriptions/${encodeURIComponent(id)}${verb}`
  const dropChange = async (id: string): Promise<void> => {
    await ask({ method: 'POST', path: path(id, '/cancel_scheduled_changes'), body: {} }, z.unknown()).catch(
      unlessRefused,
    )
  }
  return {
    dropChange,

    // Indian cards, UPI and mandates keep the plan that they were authorised for.
    changesInPlace: ({ method, is_foreign: isForeign }) => method === 'card' && isForeign,

    async change(id, planId, when) {
      await dropChange(id)
      const body = { plan_id: planId, schedule_change_at: when === 'now' ? 'now' : 'cycle_end' }
      await ask({ method: 'PATCH', path: path(id), body }, z.unknown())
    },

    async cancel(id, when) {
      const body = { cancel_at_cycle_end: when === 'period_end' }
      await ask({ method: 'POST', path: path(id, '/cancel'), body }, z.unknown()).catch(unlessRefused)
    },

    async refund({ id, amount, refunded }, reference) {
      if (amount === refunded) return
      // The same key is the same refund. Without it: a payment that is refunded whole refuses another.
      const headers = { 'x-refund-idempotency': reference }
      const call = {
        method: 'POST',
        path: `/payments/${encodeURIComponent(id)}/refund`,
        body: { amount: amount - refunded },
        headers,
      } as const
      await ask(call, z.unknown()).catch(unlessRefused)
    },
  }
}

/** Ignores a refusal: the subscription already has the requested state, or never will; reading it next shows which. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ProviderRefusal)) throw error
}

type Reading = Pick<
  PaymentProvider,
  'readSubscription' | 'readCharges' | 'readOrder' | 'readPaymentsOf' | 'readPayment' | 'readRefunds'
>

function reading(ask: CallProvider): Reading {
  const get = <Schema extends z.ZodMiniType>(path: string, answer: Schema, query?: Record<string, string>) =>
    ask({ method: 'GET', path, ...(query && { query }) }, answer)
  const withCard = { 'expand[]': 'card' }
  const readPayment: Reading['readPayment'] = async id =>
    paymentOf(await get(`/payments/${encodeURIComponent(id)}`, Payment, withCard))
  return {
    readPayment,

    readSubscription: async id => subscriptionOf(await get(`/subscriptions/${encodeURIComponent(id)}`, Subscription)),

    async readCharges(subscriptionId) {
      const charges = []
      for (let skip = 0; skip < MOST_CHARGES; skip += PAGE) {
        const query = { subscription_id: subscriptionId, count: String(PAGE), skip: String(skip) }
        const page = await get('/invoices', Invoices, query)
        charges.push(...chargesOf(page))
        if (page.items.length < PAGE) break
      }
      return charges
    },

    async readOrder(id) {
      const { status: state } = await get(`/orders/${encodeURIComponent(id)}`, Order)
      return { id, state }
    },

    async readPaymentsOf(orderId) {
      const { items } = await get(`/orders/${encodeURIComponent(orderId)}/payments`, Payments)
      // The newest comes first.
      const captured = items
        .toReversed()
        .map(paymentOf)
        .filter(payment => payment.isCaptured)
      // With the card, which lists lack.
      return Promise.all(captured.map(payment => readPayment(payment.id)))
    },

    async readRefunds(paymentId) {
      const query = { count: String(PAGE) }
      return refundsOf(await get(`/payments/${encodeURIComponent(paymentId)}/refunds`, Refunds, query))
    },
  }
}

function eventIn(body: Buffer): z.output<typeof Event> {
  try {
    return Event.parse(JSON.parse(body.toString()))
  } catch {
    throw new ProviderRefusal('an event that nobody can read')
  }
}

function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

// What Razorpay answers, as far as we read it, and what it is in our words. Times are seconds; `null` and absent are alike.

const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const seconds = maybe(z.number())

const timeOf = (value: number | null | undefined): Date | null => (value ? new Date(value * 1000) : null)

const Plan = z.object({ id: z.string() })

const Subscription = z.object({
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
type Subscription = z.output<typeof Subscription>

function subscriptionOf(entity: Subscription): RemoteSubscription {
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

function referenceIn({ notes }: Subscription): unknown {
  return notes && !Array.isArray(notes) ? notes['reference'] : undefined
}

const Subscriptions = z.object({ items: z.array(Subscription) })

const Order = z.object({ id: z.string(), status: z.enum(ORDER_STATES) })

const Payment = z.object({
  id: z.string(),
  amount: z.int(),
  amount_refunded: maybe(z.int()),
  currency: z.string(),
  status: z.string(),
  method: maybe(z.string()),
  wallet: maybe(z.string()),
  vpa: maybe(z.string()),
  card: maybe(z.object({ network: maybe(z.string()), last4: maybe(z.string()), international: maybe(z.boolean()) })),
  international: maybe(z.boolean()),
  created_at: z.number(),
})
type Payment = z.output<typeof Payment>

function paymentOf(entity: Payment): RemotePayment {
  return {
    id: entity.id,
    // `refunded` was captured before.
    isCaptured: entity.status === 'captured' || entity.status === 'refunded',
    amount: entity.amount,
    refunded: entity.amount_refunded ?? 0,
    currency: entity.currency,
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

const Payments = z.object({ items: z.array(Payment) })

const Invoices = z.object({
  items: z.array(
    z.object({
      status: z.string(),
      payment_id: maybe(z.string()),
      billing_start: seconds,
      billing_end: seconds,
    }),
  ),
})

/** Returns what was paid, in no particular order. */
function chargesOf({ items }: z.output<typeof Invoices>): RemoteCharge[] {
  return items.flatMap(({ status, payment_id: paymentId, billing_start, billing_end }) =>
    status === 'paid' && paymentId
      ? [{ paymentId, periodStart: timeOf(billing_start), periodEnd: timeOf(billing_end) }]
      : [],
  )
}

const Refunds = z.object({
  items: z.array(z.object({ id: z.string(), amount: z.int(), status: z.string(), created_at: z.number() })),
})

function refundsOf({ items }: z.output<typeof Refunds>): RemoteRefund[] {
  return items
    .filter(({ status }) => status === 'processed')
    .map(({ id, amount, created_at: at }) => ({ id, amount, refundedAt: new Date(at * 1000) }))
}

const entity = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  maybe(z.object({ entity: z.object(shape) }))

/** A webhook: the objects that it is about. */
const Event = z.object({
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

function aboutOf({ payload }: z.output<typeof Event>): RemoteEvent['about'] {
  const subscription = payload.subscription?.entity.id ?? payload.invoice?.entity.subscription_id
  const order = payload.order?.entity.id ?? payload.payment?.entity.order_id
  const payment = payload.payment?.entity.id ?? payload.refund?.entity.payment_id
  return {
    ...(subscription && { subscription }),
    ...(order && { order }),
    ...(payment && { payment }),
  }
}
