import { chanceOf, spanOf } from '../../faults/chance.ts'
import type { RateDial } from '../../faults/dials.ts'
import type { FaultPanel } from '../../faults/fault-panel.ts'
import { createTemporaryFailures } from '../../faults/temporary-failure.ts'
import { createDueQueue } from '../../due-queue.ts'
import { placeCall, type ProviderCall } from './provider-call.ts'

// The mobile network behind the emulated providers: the fate of a message according to the dials, and when it is
// reported.

/** The final status of an accepted message. */
export type Fate = 'delivered' | 'unreachable' | 'unknown'

export type Verdict =
  { kind: 'throttled'; retryAfterSeconds: number } | { kind: 'failing' } | { kind: 'taken'; fate: Fate }

/** The stages that a provider reports to its customer. */
export type Stage = 'sent' | Fate

export interface CarriedMessage {
  /** E.164, with its plus. */
  to: string
  fate: Fate
  /** The address of its reports. Calls to one address run one after the other, independently of other addresses. */
  address: string
  /** The call that reports a stage; undefined if the stage is not reported. */
  report(stage: Stage, at: Date): ProviderCall | undefined
}

export interface Network {
  /** Delay of every response, in milliseconds. */
  readonly latencyMs: number
  /** Decides on an attempt to hand over a message. */
  judge(to: string): Verdict
  /** Delivers an accepted message, and reports. */
  carry(message: CarriedMessage): void
  /** Drops what is not yet due. */
  stop(): Promise<void>
}

const SENT_AFTER_MS = [200, 1500] as const
const END_AFTER_MS = [500, 3000] as const
const CALLS_AT_ONCE = 16

/** `pace`: factor on all delays, 0 for none. */
export function createNetwork(panel: FaultPanel, pace: number, onError: (error: unknown) => void): Network {
  const failTemporarily = createTemporaryFailures(panel, 'sms')
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
      const temporaryFailure = failTemporarily(to)
      if (temporaryFailure?.retryAfterSeconds !== undefined) {
        return { kind: 'throttled', retryAfterSeconds: temporaryFailure.retryAfterSeconds }
      }
      if (temporaryFailure !== undefined) return { kind: 'failing' }
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
      const schedule = (stage: Stage, afterMs: number) => {
        // A duplicate is exactly the same call.
        let call: ProviderCall | undefined
        const due = () => (call ??= report(stage, new Date()))
        calls.add({ address, due }, afterMs)
        const isDoubled = chanceOf(dials().seed, `doubled ${stage}`, to) < dials().doubled_rate
        if (isDoubled) calls.add({ address, due }, afterMs + delay('again', to, END_AFTER_MS))
      }
      schedule('sent', isDisordered ? endMs : sentMs)
      schedule(fate, isDisordered ? sentMs : endMs)
    },
    stop: () => calls.stop(),
  }
}
