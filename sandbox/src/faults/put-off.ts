import { Attempts } from './attempts.ts'
import { chanceOf } from './chance.ts'
import type { Channel, FaultPanel } from './fault-panel.ts'

/** An attempt that may be made again: told to slow down, or failed in passing. */
export interface PutOff {
  isThrottled: boolean
  /** What the sender is told to wait at the least. */
  retryAfterSeconds: number | undefined
}

/** Decides about the attempt to reach an address, and notes it; undefined lets it pass. */
export type PutOffs = (to: string, retryAfterOf?: (attempt: number) => number | undefined) => PutOff | undefined

/** By the dials of a channel. They differ from attempt to attempt, until one is let pass. */
export function createPutOffs(panel: FaultPanel, channel: Channel): PutOffs {
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
