import { z } from 'zod'

// How the emulated HubSpot misbehaves: shares of requests, so that the same one may get through when it is made again.

const rate = z.number().min(0).max(1).default(0)

export const hubspotDialsSchema = z.strictObject({
  /** Every request is answered this many milliseconds later. */
  latency_ms: z.int().min(0).max(60_000).default(0),
  /** Share of requests that are told to slow down: 429. */
  throttle_rate: rate,
  /** Share of requests that are answered 503. */
  error_rate: rate,
  /** Share of requests whose connection is closed before anything is done. */
  down_rate: rate,
  /** Share of requests that are done, and whose connection is closed in place of an answer. */
  lost_rate: rate,
  /** Another seed picks other requests at the same share. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
})

export type HubspotDials = z.infer<typeof hubspotDialsSchema>

/** Every dial off. */
export const CALM: Readonly<HubspotDials> = hubspotDialsSchema.parse({})

/** How many dials are turned up. */
export function countTurned(dials: HubspotDials): number {
  return Object.entries(dials).filter(([name, value]) => name !== 'seed' && value > 0).length
}
