/** Who of a batch is still to be written to: read at the last moment, so that whoever left a minute ago is left alone. */
import type { LeasedBatch } from '../batches/leased-batch.ts'
import { reasonNumber } from '../reasons.ts'
import { recordSkipped, type Recorded } from '../record/outcomes.ts'
import { selectRecipients, type RecipientRow, type WantedRecipients } from './recipient-queries.ts'
import { nextAttemptAt } from './backoff.ts'
import { reservePlaces } from './cap-queries.ts'
import type { Engine } from '../engine.ts'
import { shedQuiet } from './quiet.ts'

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
  const { quiet } = wanted
  if (quiet === null) return withinCap(engine, batch, recipients, skipped)
  const { awake, expired } = shedQuiet(batch, quiet, recipients, nowMs)
  return withinCap(engine, batch, awake, [...skipped, ...expired])
}

/** Last of all, so that nobody takes a place who would not be written to now. */
async function withinCap(engine: Engine, batch: LeasedBatch, recipients: RecipientRow[], skipped: Recorded[]) {
  const { cap } = batch.claim
  if (cap === null || recipients.length === 0) return { recipients, skipped }
  const now = engine.clock.now()
  const seqs = recipients.map(recipient => recipient.seq)
  const without = await reservePlaces(engine.database.pool, batch.claim, seqs, { cap, now })
  const isOver = (recipient: RecipientRow): boolean => without.has(recipient.seq)
  const over = recipients
    .filter(isOver)
    .map(({ seq, attempts }) => recordSkipped(seq, attempts, 'frequency_cap', now.getTime()))
  return { recipients: recipients.filter(recipient => !isOver(recipient)), skipped: [...skipped, ...over] }
}

/**
 * Tried in an earlier lease of this very batch, which ended before its completion could put it on a list. In doubt is not put
 * off: there the process died.
 */
function wasPutOff(row: RecipientRow, batch: LeasedBatch): boolean {
  return row.attempts > batch.claim.attempt && row.reason !== reasonNumber('in_doubt')
}
