/** Do not disturb: whoever is in their quiet hours when their turn comes waits for the end of these, their rows untouched. */
import type { LeasedBatch } from '../batches/leased-batch.ts'
import { recordExpired, type Recorded } from '../record/outcomes.ts'
import { quietEnd, type QuietRun, type Zone, zoneOf } from '../snapshot/recipient-clock.ts'
import type { RecipientRow } from './recipient-queries.ts'

/** Parts the recipients: who may be written to now, and whose run ends before their quiet hours do. The others go to a list. */
export function shedQuiet(
  batch: LeasedBatch,
  { hours, zone, expiresAtMs }: QuietRun,
  rows: readonly RecipientRow[],
  nowMs: number,
): { awake: RecipientRow[]; expired: Recorded[] } {
  const awake: RecipientRow[] = []
  const expired: Recorded[] = []
  const ends = new Map<Zone, number | null>()
  for (const row of rows) {
    const own = zoneOf(row, zone)
    let end = ends.get(own)
    if (end === undefined) ends.set(own, (end = quietEnd(hours, own, Math.floor(nowMs / 1000))))
    if (end === null) awake.push(row)
    else if (expiresAtMs !== null && end * 1000 > expiresAtMs) {
      expired.push(recordExpired(row.seq, row.attempts, 'quiet_past_end', nowMs))
    } else batch.retryAt(end * 1000, Math.max(batch.claim.attempt, row.attempts), row.seq)
  }
  return { awake, expired }
}
