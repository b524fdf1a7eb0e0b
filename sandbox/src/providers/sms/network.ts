import { chanceOf, spanOf } from '../../faults/chance.ts'
import type { RateDial } from '../../faults/dials.ts'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import { createPutOffs } from '../../faults/put-off.ts'
import { createDueQueue } from '../../due-queue.ts'
import { placeCall, type ProviderCall } from './provider-call.ts'

// The mobile network behind the emulated providers: what becomes of a message by the dials, and when it is reported.

/** How a message that was taken ends. */
export type Fate = 'delivered' | 'unreachable' | 'unknown'

export type Verdict =
  { kind: 'throttled'; retryAfterSeconds: number } | { kind: 'failing' } | { kind: 'taken'; fate: Fate }

/** What a provider's customer hears: on its way, then how it ended. */
export type Stage = 'sent' | Fate

export interface Carried {
  /** E.164 with its plus. */
  to: string
  fate: Fate
  /** Where its calls go to: those to one address wait for each other, never for those to others. */
  address: string
  /** The call that reports a stage; undefined where it is not reported. */
  report(stage: Stage, at: Date): ProviderCall | undefined
}

export interface Network {
  /** How long every answer takes, in milliseconds. */
  readonly latencyMs: number
  /** Decides an attempt to hand a message over. */
  judge(to: string): Verdict
  /** Carries a message that was taken, and reports. */
  carry(message: Carried): void
  /** Forgets what is not yet due. */
  stop(): Promise<void>
}

const SENT_AFTER_MS = [200, 1500] as const
const END_AFTER_MS = [500, 3000] as const
const CALLS_AT_ONCE = 16

/** `pace`: factor on all waiting, 0 at once. */
export function createNetwork(panel: FaultPanel, pace: number, onError: (error: unknown) => void): Network {
  const putOffs = createPutOffs(panel, 'sms')
  const calls = createDueQueue<{ address: string; due: () => ProviderCall | undefined }>(
    CALLS_AT_ONCE,
    async ({ due }) => {
      const call = due()
      if (call !== undefined) await placeCall(call, pace).catch(onError)
    },
    ({ address }) => address,
  )
  const dials = () => panel.dials('sms')
  const falls = (dial: RateDial, to: string) => chanceOf(dials().seed, dial, to) < dials()[dial]
  const delay = (what: string, to: string, span: readonly [number, number]) =>
    pace * spanOf(dials().seed, what, to, span)

  return {
    get latencyMs() {
      return dials().latency_ms
    },
    judge(to) {
      const putOff = putOffs(to)
      if (putOff?.retryAfterSeconds !== undefined) {
        return { kind: 'throttled', retryAfterSeconds: putOff.retryAfterSeconds }
      }
      if (putOff !== undefined) return { kind: 'failing' }
      const fate = falls('hard_bounce_rate', to)
        ? 'unknown'
        : falls('soft_bounce_rate', to)
          ? 'unreachable'
          : 'delivered'
      const end = fate === 'delivered' ? 'delivered' : 'bounced'
      panel.decisions.add({ channel: 'sms', to, outcome: 'taken', end })
      return { kind: 'taken', fate }
    },
    carry({ to, fate, address, report }) {
      const sentMs = delay('sent', to, SENT_AFTER_MS)
      const endMs = sentMs + delay('end', to, END_AFTER_MS)
      const isDisordered = falls('disorder_rate', to)
      const tell = (stage: Stage, afterMs: number) => {
        // Twice means the very same call.
        let call: ProviderCall | undefined
        const due = () => (call ??= report(stage, new Date()))
        calls.add({ address, due }, afterMs)
        const isDoubled = chanceOf(dials().seed, `doubled ${stage}`, to) < dials().doubled_rate
        if (isDoubled) calls.add({ address, due }, afterMs + delay('again', to, END_AFTER_MS))
      }
      tell('sent', isDisordered ? endMs : sentMs)
      tell(fate, isDisordered ? sentMs : endMs)
    },
    stop: () => calls.stop(),
  }
}
