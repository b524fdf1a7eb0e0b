import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { RazorpayError, UNKNOWN_ID } from './error.ts'
import { collectionOf, flagField, money, notesField } from './input.ts'
import type { Razorpay } from '../emulator.ts'
import type { Order } from '../entities.ts'
import { shownPayment } from './payment-calls.ts'
import { newOrder } from '../payments.ts'
import type { RazorpayState } from '../state.ts'

const orderBody = money
  .safeExtend({
    receipt: z.string().max(40).nullable().default(null),
    notes: notesField,
    partial_payment: flagField.default(false),
    /** A receipt that was used before returns its existing order. */
    unique_receipt: flagField.default(false),
  })
  .strict()

type ById = { Params: { id: string } }

/** Orders; each can be paid once. */
export function addOrderCalls(app: FastifyInstance, { state }: Razorpay): void {
  app.post('/orders', async request => {
    const { unique_receipt: isUnique, partial_payment: isPartial, ...asked } = orderBody.parse(request.body)
    if (isPartial) throw new RazorpayError('Partial payments are not enabled for this account.')
    const before = isUnique && asked.receipt !== null ? madeFor(state, asked.receipt) : undefined
    if (before !== undefined) return before
    const order = newOrder({ state }, asked)
    await state.save()
    return order
  })

  app.get('/orders', async request => {
    const { receipt } = z.object({ receipt: z.string().optional() }).parse(request.query)
    const orders = state.content.orders.filter(order => receipt === undefined || order.receipt === receipt)
    return collectionOf(orders, request.query)
  })

  app.get<ById>('/orders/:id', async request => orderOf(state, request.params.id))

  app.get<ById>('/orders/:id/payments', async request => {
    const { id } = orderOf(state, request.params.id)
    const items = state.content.payments.filter(payment => payment.order_id === id).toReversed()
    return { entity: 'collection', count: items.length, items: items.map(each => shownPayment(each, request.query)) }
  })
}

function orderOf(state: RazorpayState, id: string): Order {
  const order = state.order(id)
  if (order === undefined) throw UNKNOWN_ID
  return order
}

function madeFor({ content }: RazorpayState, receipt: string): Order | undefined {
  return content.orders.find(order => order.receipt === receipt)
}
