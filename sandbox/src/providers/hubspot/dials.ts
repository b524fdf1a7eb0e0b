import { z } from 'zod'

// How the emulated HubSpot misbehaves. Rates are shares of requests, so that a retry may succeed.

const rate = z.number().min(0).max(1).default(0)

export const hubspotDialsSchema = z.strictObject({
  /** Delay of every response, in milliseconds. */
  latency_ms: z.int().min(0).max(60_000).default(0),
  /** Share of requests that are throttled with 429. */
  throttle_rate: rate,
  /** Share of requests that get 503. */
  error_rate: rate,
  /** Share of requests whose connection is closed before anything is done. */
  down_rate: rate,
  /** Share of requests that are executed, but whose connection is closed instead of a response. */
  lost_rate: rate,
  /** A different seed picks different requests at the same rate. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
})

export type HubspotDials = z.infer<typeof hubspotDialsSchema>

/** All dials off. */
export const NO_FAULTS: Readonly<HubspotDials> = hubspotDialsSchema.parse({})

/** How many dials are not zero. */
export function countTurned(dials: HubspotDials): number {
  return Object.entries(dials).filter(([name, value]) => name !== 'seed' && value > 0).length
}
