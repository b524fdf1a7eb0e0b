/** Razorpay: subscriptions are its own, a year is an order. https://razorpay.com/docs/api/payments/subscriptions */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { isSignedBy } from '../../../lib/hmac-signature.ts'
import type { BillingSetting } from '../../../lib/service-settings.ts'
import { type PaymentProvider, ProviderAway, ProviderRefusal, type RemoteSubscription } from '../provider.ts'
import { type AskRazorpay, createClient } from './client.ts'
import * as wire from './wire.ts'

/** How many months a subscription is made for: Razorpay wants an end. */
const MONTHS = 120
const PAGE = 100
/** Ten years of months and as many changes of plan. */
const MOST_CHARGES = 300
/** Its clock and ours. */
const CLOCKS_APART_MS = 120_000
const HEX = { algorithm: 'sha256', encoding: 'hex' } as const

export function createRazorpay({ razorpay: setting, isTrial }: BillingSetting): PaymentProvider {
  const ask = createClient(setting)
  const { keyId, keySecret, webhookSecret } = setting
  return {
    no: 1,
    world: isTrial ? 'sandbox' : keyId.startsWith('rzp_live_') ? 'live' : 'test',
    checkout: { key: keyId, scriptUrl: setting.checkoutUrl },
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
      return { id, name: event.event, about: wire.aboutOf(event) }
    },
  }
}

type Creating = Pick<PaymentProvider, 'createPlan' | 'createSubscription' | 'createOrder' | 'findSubscription'>

function creating(ask: AskRazorpay): Creating {
  /** Subscriptions have no key of their own: what we noted there is looked for. */
  async function findSubscription(reference: string, since: Date): Promise<RemoteSubscription | undefined> {
    const from = String(Math.floor((since.getTime() - CLOCKS_APART_MS) / 1000))
    for (let skip = 0; skip < 10 * PAGE; skip += PAGE) {
      const query = { from, count: String(PAGE), skip: String(skip) }
      const { items } = await ask({ method: 'GET', path: '/subscriptions', query }, wire.Subscriptions)
      const found = items.find(each => wire.referenceIn(each) === reference)
      if (found !== undefined) return wire.subscriptionOf(found)
      if (items.length < PAGE) return undefined
    }
    return undefined
  }

  return {
    findSubscription,

    async createPlan({ plan_id, plan_name: name, amount, currency }) {
      const body = { period: 'monthly', interval: 1, item: { name, amount, currency }, notes: { plan: plan_id } }
      // A doubled plan is one that nobody uses.
      return (await ask({ method: 'POST', path: '/plans', body }, wire.Plan)).id
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
        return wire.subscriptionOf(
          await ask({ method: 'POST', path: '/subscriptions', body, once: true }, wire.Subscription),
        )
      } catch (error) {
        if (!(error instanceof ProviderAway)) throw error
        const arrived = await findSubscription(reference, begun)
        if (arrived === undefined) throw error
        return arrived
      }
    },

    createOrder({ reference, amount, currency, name }) {
      // The same receipt is the same order.
      const body = { amount, currency, receipt: reference, unique_receipt: true, notes: { reference, plan: name } }
      return ask({ method: 'POST', path: '/orders', body }, wire.Order).then(({ id, status: state }) => ({ id, state }))
    },
  }
}

type Changing = Pick<PaymentProvider, 'change' | 'dropChange' | 'cancel' | 'refund'>

function changing(ask: AskRazorpay): Changing {
  const path = (id: string, verb = ''): string => `/subscriptions/${encodeURIComponent(id)}${verb}`
  const dropChange = async (id: string): Promise<void> => {
    await ask({ method: 'POST', path: path(id, '/cancel_scheduled_changes'), body: {} }, z.unknown()).catch(
      unlessRefused,
    )
  }
  return {
    dropChange,

    async change(id, planId, when) {
      await dropChange(id)
      const body = { plan_id: planId, schedule_change_at: when === 'now' ? 'now' : 'cycle_end' }
      await ask({ method: 'PATCH', path: path(id), body }, z.unknown())
    },

    async cancel(id, when) {
      const body = { cancel_at_cycle_end: when === 'period_end' }
      await ask({ method: 'POST', path: path(id, '/cancel'), body }, z.unknown()).catch(unlessRefused)
    },

    async refund({ id, amount }, reference) {
      // The same key is the same refund. Without it: a payment that is refunded whole refuses another.
      const headers = { 'x-refund-idempotency': reference }
      const call = {
        method: 'POST',
        path: `/payments/${encodeURIComponent(id)}/refund`,
        body: { amount },
        headers,
      } as const
      await ask(call, z.unknown()).catch(unlessRefused)
    },
  }
}

/** It is as it was asked to be, or never will: the state that is read next says which. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ProviderRefusal)) throw error
}

type Reading = Pick<
  PaymentProvider,
  'readSubscription' | 'readCharges' | 'readOrder' | 'readPaymentsOf' | 'readPayment' | 'readRefunds'
>

function reading(ask: AskRazorpay): Reading {
  const get = <Schema extends z.ZodMiniType>(path: string, answer: Schema, query?: Record<string, string>) =>
    ask({ method: 'GET', path, ...(query && { query }) }, answer)
  const withCard = { 'expand[]': 'card' }
  const readPayment: Reading['readPayment'] = async id =>
    wire.paymentOf(await get(`/payments/${encodeURIComponent(id)}`, wire.Payment, withCard))
  return {
    readPayment,

    readSubscription: async id =>
      wire.subscriptionOf(await get(`/subscriptions/${encodeURIComponent(id)}`, wire.Subscription)),

    async readCharges(subscriptionId) {
      const charges = []
      for (let skip = 0; skip < MOST_CHARGES; skip += PAGE) {
        const query = { subscription_id: subscriptionId, count: String(PAGE), skip: String(skip) }
        const page = await get('/invoices', wire.Invoices, query)
        charges.push(...wire.chargesOf(page))
        if (page.items.length < PAGE) break
      }
      return charges
    },

    async readOrder(id) {
      const { status: state } = await get(`/orders/${encodeURIComponent(id)}`, wire.Order)
      return { id, state }
    },

    async readPaymentsOf(orderId) {
      const { items } = await get(`/orders/${encodeURIComponent(orderId)}/payments`, wire.Payments)
      const captured = items.map(wire.paymentOf).filter(payment => payment.isCaptured)
      // With the card, which lists lack.
      return Promise.all(captured.map(payment => readPayment(payment.id)))
    },

    async readRefunds(paymentId) {
      const query = { count: String(PAGE) }
      return wire.refundsOf(await get(`/payments/${encodeURIComponent(paymentId)}/refunds`, wire.Refunds, query))
    },
  }
}

function eventIn(body: Buffer): z.output<typeof wire.Event> {
  try {
    return wire.Event.parse(JSON.parse(body.toString()))
  } catch {
    throw new ProviderRefusal('an event that nobody can read')
  }
}

function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
