import { z } from 'zod'

// How the emulated customer's endpoint misbehaves. Some dials are a number of requests, which counts down.

const next = z.int().min(0).max(10_000).default(0)

export const webhookDialsSchema = z.strictObject({
  /** Delay of every response, in milliseconds. */
  latency_ms: z.int().min(0).max(60_000).default(0),
  /** Share of requests that get 500. */
  error_rate: z.number().min(0).max(1).default(0),
  /** How many of the next requests get no response. */
  silent_next: next,
  /** How many get 500. */
  error_next: next,
  /** How many are redirected. */
  redirect_next: next,
  /** How many get 410. */
  gone_next: next,
  /** A different seed picks different requests at the same rate. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
})

export type WebhookDials = z.infer<typeof webhookDialsSchema>

/** All dials off. */
export const NO_FAULTS: Readonly<WebhookDials> = webhookDialsSchema.parse({})

/** How many dials are not zero. */
export function countTurned(dials: WebhookDials): number {
  return Object.entries(dials).filter(([name, value]) => name !== 'seed' && value > 0).length
}
