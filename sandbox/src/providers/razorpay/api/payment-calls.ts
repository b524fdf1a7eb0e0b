import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { RazorpayError, UNKNOWN_ID, UNKNOWN_URL } from './error.ts'
import { amountProblem, collectionOf, notesField } from './input.ts'
import type { Razorpay } from '../emulator.ts'
import type { Payment, Refund } from '../entities.ts'
import { refundPayment } from '../payments.ts'
import type { RazorpayState } from '../state.ts'

const refundBody = z.strictObject({
  amount: z.int().min(1).optional(),
  speed: z.enum(['normal', 'optimum']).default('normal'),
  notes: notesField,
  receipt: z.string().max(40).nullable().default(null),
})

type ById = { Params: { id: string } }

/** Payments, invoices of subscriptions, and refunds. */
export function addPaymentCalls(app: FastifyInstance, razorpay: Razorpay): void {
  const { state } = razorpay
  app.get('/payments', async request => {
    const { items, ...rest } = collectionOf(state.content.payments, request.query)
    return { ...rest, items: items.map(payment => shownPayment(payment, request.query)) }
  })
  app.get<ById>('/payments/:id', async request => shownPayment(paymentOf(state, request.params.id), request.query))
  app.get<ById>('/payments/:id/card', async request => {
    const { card } = paymentOf(state, request.params.id)
    if (card === null) throw UNKNOWN_URL
    return card
  })
  app.get('/invoices', async request => {
    const { subscription_id: id } = z.object({ subscription_id: z.string().optional() }).parse(request.query)
    return collectionOf(id === undefined ? state.content.invoices : state.invoicesOf(id), request.query)
  })
  app.get<ById>('/invoices/:id', async request => {
    const invoice = state.content.invoices.find(({ id }) => id === request.params.id)
    if (invoice === undefined) throw UNKNOWN_ID
    return invoice
  })
  addRefundCalls(app, razorpay)
}

function addRefundCalls(app: FastifyInstance, razorpay: Razorpay): void {
  const { state } = razorpay
  const refunds = () => state.content.refunds.map(({ entity }) => entity)
  app.post<ById>('/payments/:id/refund', async request => {
    const key = idempotencyKey(request.headers['x-refund-idempotency'])
    const payment = paymentOf(state, request.params.id)
    const asked = JSON.stringify([payment.id, request.body ?? {}])
    const before = key === undefined ? undefined : madeWith(state, key, asked)
    if (before !== undefined) return before
    const body = refundBody.parse(request.body ?? {})
    const amount = body.amount ?? payment.amount - payment.amount_refunded
    const problem = refundProblem(payment, amount)
    if (problem !== undefined) throw new RazorpayError(problem, { field: 'amount' })
    const refund = refundPayment(razorpay, payment, { ...body, amount })
    const record = state.content.refunds.find(({ entity }) => entity.id === refund.id)
    if (key !== undefined && record !== undefined) record.idempotency = { key, asked }
    await state.save()
    return refund
  })
  app.get('/refunds', async request => collectionOf(refunds(), request.query))
  app.get<ById>('/refunds/:id', async request => {
    const refund = refunds().find(({ id }) => id === request.params.id)
    if (refund === undefined) throw UNKNOWN_ID
    return refund
  })
  app.get<ById>('/payments/:id/refunds', async request => {
    const { id } = paymentOf(state, request.params.id)
    return collectionOf(
      refunds().filter(refund => refund.payment_id === id),
      request.query,
    )
  })
}

function paymentOf(state: RazorpayState, id: string): Payment {
  const payment = state.payment(id)
  if (payment === undefined) throw UNKNOWN_ID
  return payment
}

const expansion = z.object({ 'expand[]': z.union([z.string(), z.array(z.string())]).optional() })

/** A payment, with its card if the query asks for it. */
export function shownPayment(
  { card, ...payment }: Payment,
  query: unknown,
): Omit<Payment, 'card'> & { card?: Payment['card'] } {
  const { 'expand[]': wanted = [] } = expansion.parse(query)
  const wantsCard = [wanted].flat().includes('card')
  const upi = payment.method === 'upi' && { upi: { vpa: payment.vpa, payer_account_type: 'bank_account' } }
  return { ...payment, ...upi, ...(wantsCard && card !== null && { card }) }
}

/** Why this amount can't be refunded; undefined if it can. */
export function refundProblem(payment: Payment, amount: number): string | undefined {
  const { status, amount_refunded: refunded, currency } = payment
  if (status === 'refunded') return 'The payment has been fully refunded already.'
  if (status !== 'captured') return 'The payment status should be captured for action to be taken'
  if (amount > payment.amount - refunded) return 'The refund amount provided is greater than amount captured'
  return amountProblem(amount, currency)
}

const LEAST_KEY = 10

function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = String(header)
  if (key.length < LEAST_KEY) throw new RazorpayError('The idempotency key must be at least 10 characters long.')
  if (!/^[\w-]+$/.test(key)) {
    throw new RazorpayError('The idempotency key must only contain alphanumeric characters, underscores, and hyphens')
  }
  return key
}

/** The refund that was created with this idempotency key. */
function madeWith({ content }: RazorpayState, key: string, asked: string): Refund | undefined {
  const before = content.refunds.find(({ idempotency }) => idempotency?.key === key)
  if (before === undefined || before.idempotency?.asked === asked) return before?.entity
  throw new RazorpayError('Different request with the same idempotency key has already been processed.', {
    status: 409,
  })
}
