/**
 * The call by which a payment provider reports. Its token is derived from the installation's secret, and stays the same while that does.
 */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** `provider` is the provider's name. */
export const reportPayment = (provider: string) =>
  endpoint({
    call: `POST /hooks/${provider}/{token}`,
    summary: 'What the payment provider reports, in its own form and with its own signature',
    access: 'public',
    params: z.object({ token: z.string() }),
    raw: { types: ['text/plain'] },
    bodyLimitBytes: 1_048_576,
  })
