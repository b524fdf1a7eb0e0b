/** Where the payment provider reports what happened to subscriptions and payments. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const reportPayment = endpoint({
  call: 'POST /hooks/razorpay/{token}',
  summary: 'What Razorpay reports of payments, in its own form and with its own signature',
  access: 'public',
  params: z.object({ token: z.string() }),
  raw: { types: ['text/plain'] },
  bodyLimitBytes: 1_048_576,
})
