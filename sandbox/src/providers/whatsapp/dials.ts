import { z } from 'zod'

// How the emulated WhatsApp behaves. Rates are shares between 0 and 1. Dials that every channel has are named as there.

const share = (usual: number) => z.number().min(0).max(1).default(usual)

export const whatsappDialsSchema = z.strictObject({
  /** Delay of every response to a send, in milliseconds. */
  latency_ms: z.int().min(0).max(60_000).default(0),
  /** Sends beyond this number per second get 130429; 0 means no limit. A real number's own limit starts at 80. */
  messages_per_second: z.int().min(0).max(1000).default(0),
  /** Share of sends that get 131000, a temporary error. */
  error_rate: share(0),
  /** Share of sends that are throttled with 130429. */
  throttle_rate: share(0),
  /** Share of sends that get 131056: too many to this recipient. */
  pair_rate: share(0),
  /** Share of numbers that are not on WhatsApp, which get 131026 at once. */
  hard_bounce_rate: share(0),
  /** Share of numbers whose messages are accepted and then fail. */
  soft_bounce_rate: share(0),
  /** Share of messages that are delivered. */
  delivered_rate: share(1),
  /** Share of delivered messages that are read. */
  open_rate: share(0.5),
  /** Share of reports that are sent twice. */
  doubled_rate: share(0),
  /** Share of messages whose reports arrive out of order. */
  disorder_rate: share(0),
  /** How long the approval of a template takes, in milliseconds. */
  approval_ms: z.int().min(0).max(3_600_000).default(5000),
  /** A different seed picks different recipients at the same rates. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
})

export type WhatsappDials = z.infer<typeof whatsappDialsSchema>

/** The default values. */
export const USUAL: Readonly<WhatsappDials> = whatsappDialsSchema.parse({})

/** How many dials differ from their default. */
export function countTurned(dials: WhatsappDials): number {
  const names = Object.keys(USUAL) as (keyof WhatsappDials)[]
  return names.filter(name => name !== 'seed' && dials[name] !== USUAL[name]).length
}
