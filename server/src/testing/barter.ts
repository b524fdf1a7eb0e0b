/**
 * A second payment provider: all that one is, in one file. It keeps its books in memory, in months of 30 days, and no money is paid. With
 * what its customers and its operator do there.
 */
import { randomUUID } from 'node:crypto'
import { hmacSignature, isSignedBy } from '../lib/hmac-signature.ts'
import {
  type NewOrder,
  type NewPlan,
  type PaymentProvider,
  type PaymentProviderKind,
  ProviderRefusal,
  type RemoteCharge,
  type RemotePayment,
  type RemoteRefund,
  type RemoteSubscription,
} from '../lib/payments/provider.ts'

const MONTH_MS = 30 * 86_400_000
const FORM = { algorithm: 'sha256', encoding: 'base64' } as const
export const BARTER_ACCOUNT = {
  keyId: 'trader-1',
  keySecret: 'only for tests: barter',
  webhookSecret: 'only for tests: barter’s word',
  apiUrl: 'https://api.barter.example',
  checkoutUrl: 'https://pay.barter.example/checkout.js',
}

interface SoldSubscription extends RemoteSubscription {
  reference: string
  /** The plan that waits for the period's end. */
  next: string | null
  charges: RemoteCharge[]
}
type Order = NewOrder & { state: 'created' | 'paid' }
type Payment = RemotePayment & { of: string; refunds: RemoteRefund[] }
type SendEvent = (about: { subscription?: string; order?: string; payment?: string }) => void

class Books {
  readonly plans = new Map<string, NewPlan>()
  readonly subscriptions = new Map<string, SoldSubscription>()
  readonly orders = new Map<string, Order>()
  readonly payments = new Map<string, Payment>()

  plan(id: string): NewPlan {
    return found(this.plans, id)
  }

  take(of: string, { amount, currency }: Pick<NewPlan, 'amount' | 'currency'>): Payment {
    const id = `p-${randomUUID()}`
    const card = { network: 'Cowrie', last4: '0007' }
    const paidWith = { method: 'card', wallet: null, card, vpa: null, is_foreign: false }
    const payment = { id, of, amount, currency, isCaptured: true, refunded: 0, paidAt: new Date(), with: paidWith }
    const kept = { ...payment, refunds: [] }
    this.payments.set(id, kept)
    return kept
  }

  charge(sold: SoldSubscription): Payment {
    const start = sold.periodEnd ?? new Date()
    const payment = this.take(sold.id, this.plan(sold.planId))
    Object.assign(sold, { state: 'active', periodStart: start, periodEnd: new Date(start.getTime() + MONTH_MS) })
    Object.assign(sold, { nextCharge: sold.periodEnd })
    sold.charges.push({ paymentId: payment.id, periodStart: sold.periodStart, periodEnd: sold.periodEnd })
    return payment
  }

  refund(id: string, amount: number): void {
    const payment = found(this.payments, id)
    if (payment.refunded + amount > payment.amount) throw new ProviderRefusal('that much was never paid')
    payment.refunded += amount
    payment.refunds.push({ id: `r-${randomUUID()}`, amount, refundedAt: new Date() })
  }
}

function found<Kind>(all: Map<string, Kind>, id: string): Kind {
  const one = all.get(id)
  if (one === undefined) throw new ProviderRefusal('no such thing', 'unknown')
  return one
}

const signed = (content: string) => hmacSignature(BARTER_ACCOUNT.keySecret, content, FORM)

/** `tells`: what is done there is reported, as `event` says it. */
export function createBarter(tells: SendEvent) {
  const books = new Books()
  const kind: PaymentProviderKind = {
    name: 'barter',
    label: 'Barter',
    urls: { api: 'https://api.barter.example', checkout: 'https://pay.barter.example/checkout.js' },
    open: ({ keyId, keySecret, webhookSecret, checkoutUrl }) => ({
      no: 2,
      world: 'test',
      checkout: { key: keyId, scriptUrl: checkoutUrl, pages: ['https://pay.barter.example'] },
      least: { order: 1, change: 1 },
      ...creating(books),
      ...changing(books),
      ...reading(books),
      verify: ({ of, paymentId, signature }) =>
        isSignedBy(keySecret, signature, `${'orderId' in of ? of.orderId : of.subscriptionId}/${paymentId}`, FORM),
      readEvent: ({ headers, body }) =>
        isSignedBy(webhookSecret, headers['x-barter-word'], body, FORM) ? JSON.parse(body.toString()) : null,
    }),
  }
  return { kind, books, ...customers(books, tells) }
}

function customers(books: Books, tells: SendEvent) {
  return {
    /** Pays what the checkout asks for; what it hands to the page. */
    pay: async (asked: { order_id?: string; subscription_id?: string }) => {
      const { order_id: orderId, subscription_id: subscriptionId } = asked
      const of = orderId ?? subscriptionId ?? ''
      const order = books.orders.get(of)
      if (order) order.state = 'paid'
      const { id } = order ? books.take(of, order) : books.charge(found(books.subscriptions, of))
      tells(order ? { order: of, payment: id } : { subscription: of, payment: id })
      const proof = { payment_id: id, signature: signed(`${of}/${id}`), payment_gateway_id: 2 }
      return orderId ? { ...proof, order_id: of } : { ...proof, subscription_id: of }
    },
    /** Its period is over. */
    end: (id: string) => {
      Object.assign(found(books.subscriptions, id), { state: 'cancelled', endedAt: new Date(), nextCharge: null })
      tells({ subscription: id })
    },
    giveBack: (id: string) => {
      books.refund(id, found(books.payments, id).amount)
      tells({ payment: id })
    },
  }
}

type Verbs = Omit<PaymentProvider, 'no' | 'world' | 'checkout' | 'least' | 'verify' | 'readEvent'>
type Creating = 'createPlan' | 'createSubscription' | 'findSubscription' | 'createOrder'
type Changing = 'changesInPlace' | 'change' | 'dropChange' | 'cancel' | 'refund'

function creating(books: Books): Pick<Verbs, Creating> {
  const made = (reference: string) => books.subscriptions.values().find(sold => sold.reference === reference)
  return {
    createPlan: async plan => {
      books.plans.set(`plan of ${plan.plan_id}`, plan)
      return `plan of ${plan.plan_id}`
    },
    createSubscription: async ({ reference, planId }) => {
      const id = `s-${randomUUID()}`
      const times = { periodStart: null, periodEnd: null, nextCharge: null, endedAt: null }
      const sold: SoldSubscription = {
        id,
        reference,
        planId,
        state: 'created',
        ...times,
        cardUpdateUrl: null,
        next: null,
        charges: [],
      }
      books.subscriptions.set(id, sold)
      return sold
    },
    findSubscription: async reference => made(reference),
    createOrder: async wanted => {
      books.orders.set(wanted.reference, { ...wanted, state: 'created' })
      return { id: wanted.reference, state: 'created' }
    },
  }
}

function changing(books: Books): Pick<Verbs, Changing> {
  return {
    changesInPlace: () => true,
    change: async (id, planId, when) => {
      const sold = found(books.subscriptions, id)
      if (when === 'period_end') sold.next = planId
      else sold.planId = planId
    },
    dropChange: async id => {
      found(books.subscriptions, id).next = null
    },
    cancel: async (id, when) => {
      const sold = found(books.subscriptions, id)
      sold.nextCharge = null
      if (when === 'now') Object.assign(sold, { state: 'cancelled', endedAt: new Date() })
    },
    refund: async ({ id, amount, refunded }) => books.refund(id, amount - refunded),
  }
}

function reading(books: Books): Omit<Verbs, Creating | Changing> {
  return {
    readPayment: async id => found(books.payments, id),
    readRefunds: async id => found(books.payments, id).refunds,
    readSubscription: async id => found(books.subscriptions, id),
    readCharges: async id => found(books.subscriptions, id).charges,
    readOrder: async id => ({ id, state: found(books.orders, id).state }),
    readPaymentsOf: async id => [...books.payments.values().filter(({ of }) => of === id)],
  }
}
