/** Who of a batch is still to be written to: read at the last moment, so that whoever left a minute ago is left alone. */
import type { LeasedBatch } from './leased-batch.ts'
import { reasonNumber } from './reasons.ts'
import { recordSkipped, type Recorded } from './outcomes.ts'
import { selectRecipients, type RecipientRow, type WantedRecipients } from './recipient-queries.ts'
import { nextAttemptAt } from './backoff.ts'
import type { Engine } from './engine.ts'

/** Recipients with their data, and those who are skipped with the reason. Whoever waits for a retry goes to its list. */
export async function check(
  engine: Engine,
  batch: LeasedBatch,
  wanted: WantedRecipients,
): Promise<{ recipients: RecipientRow[]; skipped: Recorded[] }> {
  const rows = await selectRecipients(engine.database.pool, batch.claim, wanted)
  const nowMs = engine.clock.now().getTime()
  const recipients: RecipientRow[] = []
  const skipped: Recorded[] = []
  for (const row of rows) {
    if (row.skip !== null) skipped.push(recordSkipped(row.seq, row.attempts, row.skip, nowMs))
    else if (wasPutOff(row, batch)) {
      const dueMs = nextAttemptAt(row.attempts, row.lastEventMs ?? nowMs, engine.tuning.backoffMs)
      batch.retryAt(Math.max(dueMs, nowMs), row.attempts, row.seq)
    } else recipients.push(row)
  }
  return { recipients, skipped }
}

/**
 * Tried in an earlier lease of this very batch, which ended before its completion could put it on a list. In doubt is not put
 * off: there the process died.
 */
function wasPutOff(row: RecipientRow, batch: LeasedBatch): boolean {
  return row.attempts > batch.claim.attempt && row.reason !== reasonNumber('in_doubt')
}
