/**
 * How many opens and clicks of one message are kept. Each is a row, and a holder of the message can request its pixel all day. Counted
 * roughly, in memory: a bound for storage, not for truth. That a recipient opened or clicked is known from the first time.
 */
import { performance } from 'node:perf_hooks'
import type { DeliveryRef } from '../../lib/delivery-token.ts'

export const HITS_AN_HOUR = 200
const HOUR_MS = 3_600_000
/** Some 20 MB. More messages than that in an hour begin anew. */
const MESSAGES_MAX = 200_000

/** Answers whether this hit is still kept. */
export type HitLimit = (ref: DeliveryRef) => boolean

export function createHitLimit(): HitLimit {
  const counts = new Map<string, number>()
  let endsMs = 0
  return ({ runId, seq }) => {
    const nowMs = performance.now()
    if (nowMs >= endsMs || counts.size >= MESSAGES_MAX) {
      counts.clear()
      endsMs = nowMs + HOUR_MS
    }
    const key = `${runId} ${seq}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= HITS_AN_HOUR
  }
}
