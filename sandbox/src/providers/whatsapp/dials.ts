import { z } from 'zod'

// How the emulated WhatsApp behaves. Shares are between 0 and 1. What every channel has is called as there.

const share = (usual: number) => z.number().min(0).max(1).default(usual)

export const whatsappDialsSchema = z.strictObject({
  /** Every send is answered this many milliseconds later. */
  latency_ms: z.int().min(0).max(60_000).default(0),
  /** More sends in a second are answered 130429; 0: as many as come. A number of one's own starts with 80. */
  messages_per_second: z.int().min(0).max(1000).default(0),
  /** Share of sends that get 131000, a passing error. */
  error_rate: share(0),
  /** Share of sends that are told to slow down: 130429. */
  throttle_rate: share(0),
  /** Share of sends that are told 131056: too many to this one number. */
  pair_rate: share(0),
  /** Share of numbers that are not on WhatsApp: 131026 at once. */
  hard_bounce_rate: share(0),
  /** Share of numbers whose message is taken and then fails. */
  soft_bounce_rate: share(0),
  /** Share of messages that are delivered. */
  delivered_rate: share(1),
  /** Share of delivered messages that are read. */
  open_rate: share(0.5),
  /** Share of reports that come twice. */
  doubled_rate: share(0),
  /** Share of messages whose reports come in the wrong order. */
  disorder_rate: share(0),
  /** How long the approval of a template takes. */
  approval_ms: z.int().min(0).max(3_600_000).default(5000),
  /** Another seed picks other recipients at the same shares. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
})

export type WhatsappDials = z.infer<typeof whatsappDialsSchema>

/** Everything as it usually is. */
export const USUAL: Readonly<WhatsappDials> = whatsappDialsSchema.parse({})

/** How many dials are turned. */
export function countTurned(dials: WhatsappDials): number {
  const names = Object.keys(USUAL) as (keyof WhatsappDials)[]
  return names.filter(name => name !== 'seed' && dials[name] !== USUAL[name]).length
}
