import { z } from 'zod'
import { RazorpayError } from './api/error.ts'
import { CLOCK_STEPS, advanceClock } from './clock.ts'
import { failAndHalt } from './cycles.ts'
import type { Razorpay } from './emulator.ts'
import { refundPayment, takePayment } from './payments.ts'
import { refundProblem } from './api/payment-calls.ts'
import type { SubscriptionRecord } from './state.ts'
import { end } from './api/subscription-calls.ts'

// The actions of the account's owner at the dashboard, and some that only a sandbox offers. The page and programs use
// the same ones.

export const actionSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('leap'), by: z.enum(CLOCK_STEPS) }),
  z.object({ do: z.literal('fail_next'), subscription: z.string() }),
  z.object({ do: z.literal('halt'), subscription: z.string() }),
  z.object({ do: z.literal('cancel'), subscription: z.string() }),
  z.object({ do: z.literal('cancel_later'), subscription: z.string() }),
  /** Without an amount, everything that is left. */
  z.object({ do: z.literal('refund'), payment: z.string(), amount: z.int().min(1).optional() }),
  /** Pays the order of a payment again, as a slow bank may do; by default with the same amount. */
  z.object({
    do: z.literal('pay_again'),
    payment: z.string(),
    price: z.object({ amount: z.int().min(1), currency: z.string().length(3) }).optional(),
  }),
  z.object({ do: z.literal('send_again'), webhook: z.string() }),
])
export type Action = z.output<typeof actionSchema>

/** Performs an action; resolves to the reason if it is impossible. */
export async function act(razorpay: Razorpay, action: Action): Promise<string | undefined> {
  await razorpay.catchUp()
  try {
    const problem = perform(razorpay, action)
    if (problem === undefined) await razorpay.state.save()
    return problem
  } catch (error) {
    if (error instanceof RazorpayError) return error.message
    throw error
  }
}

function perform(razorpay: Razorpay, action: Action): string | undefined {
  switch (action.do) {
    case 'leap':
      return advanceClock(razorpay, action.by) ? undefined : 'No subscription has a charge ahead.'
    case 'refund':
      return refund(razorpay, action)
    case 'pay_again':
      return payAgain(razorpay, action)
    case 'send_again':
      return razorpay.webhooks.sendAgain(action.webhook) ? undefined : 'There is no such webhook, or no address for it.'
    case 'fail_next':
    case 'halt':
    case 'cancel':
    case 'cancel_later': {
      const record = razorpay.state.subscription(action.subscription)
      return record === undefined ? 'There is no such subscription.' : change(razorpay, record, action.do)
    }
  }
}

function change(
  razorpay: Razorpay,
  record: SubscriptionRecord,
  what: 'fail_next' | 'halt' | 'cancel' | 'cancel_later',
): string | undefined {
  if (what === 'cancel' || what === 'cancel_later') {
    end(razorpay, record, what === 'cancel_later')
    return undefined
  }
  if (!isCharged(record)) return 'Only a subscription that is charged can fail.'
  if (what === 'halt') failAndHalt(razorpay, record)
  else record.fail_next++
  return undefined
}

/** Whether it still has charges to come. */
export function isCharged({ entity: { status } }: SubscriptionRecord): boolean {
  return status === 'active' || status === 'pending' || status === 'authenticated'
}

function refund(razorpay: Razorpay, { payment: id, amount: asked }: Action & { do: 'refund' }): string | undefined {
  const payment = razorpay.state.payment(id)
  if (payment === undefined) return 'There is no such payment.'
  const amount = asked ?? payment.amount - payment.amount_refunded
  const problem = refundProblem(payment, amount)
  if (problem === undefined) refundPayment(razorpay, payment, { amount })
  return problem
}

function payAgain(razorpay: Razorpay, { payment: id, price }: Action & { do: 'pay_again' }): string | undefined {
  const before = razorpay.state.payment(id)
  const order = razorpay.state.order(before?.order_id ?? '')
  if (before === undefined || order === undefined || before.invoice_id !== null) return 'There is no such order.'
  const { email, contact } = before
  takePayment(razorpay, {
    order,
    instrument: before,
    customer: { email, contact },
    fails: false,
    ...(price && { price }),
  })
  return undefined
}
