import { z } from 'zod'

// How a channel misbehaves on request. Everything is off by default; rates are shares between 0 and 1.

const rate = z.number().min(0).max(1).default(0)

/** The dials of a channel. A dial that a PUT leaves out is off. */
export const dialsSchema = z.strictObject({
  /** Delay of every response, in milliseconds. */
  latency_ms: z.int().min(0).max(60_000).default(0),
  /** Share of attempts that get a temporary error. */
  error_rate: rate,
  /** Share of attempts that are throttled. */
  throttle_rate: rate,
  /** Share of recipients whose mailbox is full. */
  soft_bounce_rate: rate,
  /** Share of recipients that do not exist. */
  hard_bounce_rate: rate,
  /** Share of delivered messages that are opened. */
  open_rate: rate,
  /** Share of delivered messages in which a link is clicked. */
  click_rate: rate,
  /** Share of delivered messages that are reported as spam. */
  complaint_rate: rate,
  /** Share of reports that are sent twice, on channels whose providers report by calls. */
  doubled_rate: rate,
  /** Share of messages whose reports arrive out of order. */
  disorder_rate: rate,
  /** A different seed picks different recipients at the same rates. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
})

export type Dials = z.infer<typeof dialsSchema>
export type RateDial = Exclude<keyof Dials, 'latency_ms' | 'seed'>

/** All dials off. */
export const NO_FAULTS: Readonly<Dials> = dialsSchema.parse({})

/** How many dials are not zero. */
export function countActive(dials: Dials): number {
  return Object.entries(dials).filter(([name, value]) => name !== 'seed' && value > 0).length
}
