import { z } from 'zod'

// How the emulated customer's endpoint misbehaves. Some dials are for a number of requests, which count down as these arrive.

const next = z.int().min(0).max(10_000).default(0)

export const webhookDialsSchema = z.strictObject({
  /** Every request is answered this many milliseconds later. */
  latency_ms: z.int().min(0).max(60_000).default(0),
  /** Share of requests that are answered 500. */
  error_rate: z.number().min(0).max(1).default(0),
  /** So many of the next requests get no answer. */
  silent_next: next,
  /** So many are answered 500. */
  error_next: next,
  /** So many are redirected. */
  redirect_next: next,
  /** So many are answered 410. */
  gone_next: next,
  /** Another seed picks other requests at the same share. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
})

export type WebhookDials = z.infer<typeof webhookDialsSchema>

/** Every dial off. */
export const CALM: Readonly<WebhookDials> = webhookDialsSchema.parse({})

/** How many dials are turned up. */
export function countTurned(dials: WebhookDials): number {
  return Object.entries(dials).filter(([name, value]) => name !== 'seed' && value > 0).length
}
