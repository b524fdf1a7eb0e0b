import { z } from 'zod'

// How the emulated Razorpay misbehaves. Everything is off by default.

const share = z.number().min(0).max(1).default(0)

export const razorpayDialsSchema = z.strictObject({
  /** Delay of every API response, in milliseconds. */
  latency_ms: z.int().min(0).max(60_000).default(0),
  /** Share of calls that get 429. */
  throttle_rate: share,
  /** Share of calls that get 500 before anything is done. */
  error_rate: share,
  /** Share of calls that get 502 after they were executed. */
  blind_rate: share,
  /** How many of the next automatic charges fail. */
  fail_next: z.int().min(0).max(10_000).default(0),
  /** How many of the next refunds fail. */
  refund_fail_next: z.int().min(0).max(10_000).default(0),
  /** Delay of every webhook, in milliseconds. */
  late_ms: z.int().min(0).max(600_000).default(0),
  /** Share of webhooks that are sent twice. */
  doubled_rate: share,
  /** Share of steps whose webhooks are sent out of order. */
  disorder_rate: share,
  /** Share of webhooks that are never sent. */
  lost_rate: share,
  /** Share of webhooks that are preceded by a forgery, signed with another secret. */
  forged_rate: share,
  /** A different seed picks different calls at the same rates. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
})

export type RazorpayDials = z.infer<typeof razorpayDialsSchema>

/** All dials off. */
export const NO_FAULTS: Readonly<RazorpayDials> = razorpayDialsSchema.parse({})

/** How many dials are not zero. */
export function countTurned(dials: RazorpayDials): number {
  return Object.entries(dials).filter(([name, value]) => name !== 'seed' && value > 0).length
}
