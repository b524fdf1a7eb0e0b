import { Attempts } from './attempts.ts'
import { chanceOf } from './chance.ts'
import type { Channel, FaultPanel } from './fault-panel.ts'

/** An attempt that may be retried: throttled, or failed temporarily. */
export interface TemporaryFailure {
  isThrottled: boolean
  /** The minimum wait that the sender is told. */
  retryAfterSeconds: number | undefined
}

/** Decides on an attempt to reach an address and records it; undefined lets it pass. */
export type FailTemporarily = (
  to: string,
  retryAfterOf?: (attempt: number) => number | undefined,
) => TemporaryFailure | undefined

/** Decides by the dials of a channel. The outcome differs from attempt to attempt, until one passes. */
export function createTemporaryFailures(panel: FaultPanel, channel: Channel): FailTemporarily {
  const attempts = new Attempts()
  return (to, retryAfterOf = attempt => 1 + (attempt % 3)) => {
    const dials = panel.dials(channel)
    const attempt = attempts.current(to)
    const falls = (dial: 'throttle_rate' | 'error_rate') => chanceOf(dials.seed, dial, to, attempt) < dials[dial]
    const isThrottled = falls('throttle_rate')
    if (!isThrottled && !falls('error_rate')) {
      attempts.settled(to)
      return undefined
    }
    attempts.failed(to)
    const retryAfterSeconds = isThrottled ? retryAfterOf(attempt) : undefined
    panel.decisions.add({ channel, to, outcome: 'put_off', retryAfterSeconds })
    return { isThrottled, retryAfterSeconds }
  }
}
