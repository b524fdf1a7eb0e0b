import { z } from 'zod'

// How the emulated Razorpay misbehaves. Everything is off by default.

const share = z.number().min(0).max(1).default(0)

export const razorpayDialsSchema = z.strictObject({
  /** Every call of the API is answered this many milliseconds later. */
  latency_ms: z.int().min(0).max(60_000).default(0),
  /** Share of calls that are answered 429. */
  throttle_rate: share,
  /** Share of calls that are answered 500, before anything is done. */
  error_rate: share,
  /** Share of calls that are answered 502, after everything was done. */
  blind_rate: share,
  /** So many of the next automatic charges fail. */
  fail_next: z.int().min(0).max(10_000).default(0),
  /** So many of the next refunds fail. */
  refund_fail_next: z.int().min(0).max(10_000).default(0),
  /** Every webhook leaves this many milliseconds later. */
  late_ms: z.int().min(0).max(600_000).default(0),
  /** Share of webhooks that come twice. */
  doubled_rate: share,
  /** Share of steps whose webhooks come in the wrong order. */
  disorder_rate: share,
  /** Share of webhooks that never leave. */
  lost_rate: share,
  /** Share of webhooks before which a stranger sends one like it, signed with another secret. */
  forged_rate: share,
  /** Another seed picks others at the same shares. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
})

export type RazorpayDials = z.infer<typeof razorpayDialsSchema>

/** Every dial off. */
export const CALM: Readonly<RazorpayDials> = razorpayDialsSchema.parse({})

/** How many dials are turned up. */
export function countTurned(dials: RazorpayDials): number {
  return Object.entries(dials).filter(([name, value]) => name !== 'seed' && value > 0).length
}
