import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { authorise, changeInstrument, firstAmount, acceptsNewInstrument } from '../authorise.ts'
import { openInvoice, planOf } from '../cycles.ts'
import type { Razorpay } from '../emulator.ts'
import type { Method, Order, Payment } from '../entities.ts'
import { instrumentOf, instrumentSchema, instrumentProblem } from '../instrument.ts'
import { takePayment } from '../payments.ts'
import { periodWords } from '../periods.ts'
import { KEY_SECRET, type SubscriptionRecord } from '../state.ts'

// The checkout: which order or subscription is paid, with what, and what its page is told.

/** Razorpay's own option names. */
export const askedSchema = z.object({
  key: z.string().max(100).default(''),
  order_id: z.string().max(100).optional(),
  subscription_id: z.string().max(100).optional(),
  subscription_card_change: z.union([z.boolean(), z.stringbool()]).default(false),
  /** Must equal the order's if it is given. */
  amount: z.coerce.number().optional(),
  currency: z.string().max(10).optional(),
})
export type CheckoutOptions = z.output<typeof askedSchema>

/** What the page's script passes besides the order or subscription. */
export const lookSchema = z.object({
  /** Origin of the page, the only one that is told the result. */
  origin: z.string().max(300).default(''),
  name: z.string().max(200).default(''),
  description: z.string().max(500).default(''),
  color: z.string().max(40).default(''),
  prefill_name: z.string().max(200).default(''),
  prefill_email: z.string().max(254).default(''),
  prefill_contact: z.string().max(40).default(''),
  prefill_method: z.string().max(20).default(''),
  confirm_close: z.stringbool().catch(false).default(false),
  escape: z.stringbool().catch(true).default(true),
  backdropclose: z.stringbool().catch(false).default(false),
})
export type CheckoutTheme = z.output<typeof lookSchema>

/** What is paid. */
export interface Subject {
  amount: number
  currency: string
  /** Its description, and whether the payment recurs. */
  words: string
  methods: readonly Method[]
  isCardChange: boolean
  order: Order | undefined
  record: SubscriptionRecord | undefined
}

const METHODS = ['card', 'upi', 'wallet'] as const

/** What is to be paid, or why it can't be. On its own page a subscription also accepts methods other than a card. */
export function subjectOf(razorpay: Razorpay, asked: CheckoutOptions, isHosted: boolean): Subject | string {
  if (!isHosted && !/^rzp_test_\w+$/.test(asked.key)) return 'The key is none of test mode: it begins with rzp_test_.'
  const { order_id: orderId, subscription_id: subscriptionId } = asked
  if (orderId !== undefined) return orderSubject(razorpay, asked, orderId)
  if (subscriptionId !== undefined) return subscriptionSubject(razorpay, asked, { id: subscriptionId, isHosted })
  return 'The page named neither an order nor a subscription.'
}

function orderSubject({ state }: Razorpay, { amount, currency }: CheckoutOptions, id: string): Subject | string {
  const order = state.order(id)
  if (order === undefined) return 'There is no such order.'
  if (order.status === 'paid') return 'This order is paid already.'
  const isOther = (amount ?? order.amount) !== order.amount || (currency ?? order.currency) !== order.currency
  if (isOther) return 'The page named another amount than its order.'
  return { ...subject(order, false), words: 'One payment', order, record: undefined, isCardChange: false }
}

function subject({ amount, currency }: { amount: number; currency: string }, isRecurring: boolean) {
  const methods = METHODS.filter(method => instrumentProblem({ method }, { currency, isRecurring }) === undefined)
  return { amount, currency, methods }
}

function subscriptionSubject(
  razorpay: Razorpay,
  asked: CheckoutOptions,
  { id, isHosted }: { id: string; isHosted: boolean },
): Subject | string {
  const record = razorpay.state.subscription(id)
  if (record === undefined) return 'There is no such subscription.'
  const { entity, instrument } = record
  const plan = planOf(razorpay, record)
  const { currency, name } = plan.item
  const words = `${name}, every ${periodWords(plan)}`
  if (entity.status === 'created' && !asked.subscription_card_change) {
    const amount = firstAmount(razorpay, record)
    return { ...subject({ amount, currency }, true), words, order: undefined, record, isCardChange: false }
  }
  if (!asked.subscription_card_change && !isHosted) return 'This subscription is authorized already.'
  if (!acceptsNewInstrument(entity))
    return `The payment method of a subscription that is ${entity.status} cannot change.`
  const open = entity.status === 'pending' ? openInvoice(razorpay, record) : undefined
  const { methods } = subject({ amount: 0, currency }, true)
  const isCardOnly = !isHosted || instrument?.method === 'upi'
  return {
    amount: open?.amount ?? 0,
    currency,
    words,
    methods: isCardOnly ? ['card'] : methods,
    isCardChange: true,
    order: undefined,
    record,
  }
}

export const paySchema = z.object({
  asked: askedSchema,
  isHosted: z.boolean(),
  instrument: instrumentSchema,
  fails: z.boolean(),
  name: z.string().max(200).default(''),
  email: z.string().max(254).default(''),
  contact: z.string().max(40).default(''),
  description: z.string().max(500).default(''),
})
export type Pay = z.output<typeof paySchema>

/** The result that Checkout passes to the page: to its handler, or to its failure listeners. */
export type CheckoutResult = { paid: Record<string, string> } | { failed: Record<string, unknown> }

/** Makes the payment; a string says why it is impossible. */
export async function payAtCheckout(razorpay: Razorpay, pay: Pay): Promise<CheckoutResult | string> {
  const subject = subjectOf(razorpay, pay.asked, pay.isHosted)
  if (typeof subject === 'string') return subject
  const { method } = pay.instrument
  if (!subject.methods.includes(method)) return 'This payment method is not possible here.'
  const payment = payFor(razorpay, subject, pay)
  await razorpay.state.save()
  return payment.status === 'failed' ? { failed: failureOf(payment) } : { paid: proofOf(payment, subject) }
}

function payFor(razorpay: Razorpay, { order, record, isCardChange }: Subject, pay: Pay): Payment {
  const { fails, name, description } = pay
  const email = pay.email || 'customer@example.com'
  const contact = pay.contact || '+919000090000'
  const attempt = { instrument: instrumentOf(pay.instrument, name || 'Customer'), customer: { email, contact }, fails }
  if (order !== undefined) return takePayment(razorpay, { ...attempt, order, description, notes: order.notes })
  if (record === undefined) throw new Error('Nothing is to be paid')
  return isCardChange ? changeInstrument(razorpay, record, attempt) : authorise(razorpay, record, attempt)
}

function failureOf(payment: Payment): Record<string, unknown> {
  return {
    code: payment.error_code,
    description: payment.error_description,
    source: payment.error_source,
    step: payment.error_step,
    reason: payment.error_reason,
    metadata: { payment_id: payment.id, order_id: payment.order_id },
  }
}

/** Signed with the key's secret. For an order its id comes first, for a subscription the payment's. */
function proofOf({ id }: Payment, { order, record }: Subject): Record<string, string> {
  const sign = (text: string) => createHmac('sha256', KEY_SECRET).update(text).digest('hex')
  if (order !== undefined) {
    const signature = sign(`${order.id}|${id}`)
    return { razorpay_payment_id: id, razorpay_order_id: order.id, razorpay_signature: signature }
  }
  const subscriptionId = record?.entity.id ?? ''
  const signature = sign(`${id}|${subscriptionId}`)
  return { razorpay_payment_id: id, razorpay_subscription_id: subscriptionId, razorpay_signature: signature }
}
