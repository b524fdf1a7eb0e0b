/**
 * After a restore: messages that the database counts as unsent may have been sent since the backup. Runs wait for a person to resume them,
 * and single messages that are due end, so that the product never sends a message twice on its own.
 */
import type { Words } from '@notifly/contracts/sentences/sentence'
import type { Transaction } from '../../db/transaction.ts'
import { type JournalBatch, recordRestored } from '../record/outcomes.ts'
import { storeOutcomes } from '../record/recorder.ts'
import { updateCampaignStatus } from '../runs/run-queries.ts'
import { endBatches, deleteAllWorkers, lockDueMessages, pauseAllRuns, selectPending } from './hold-restored-queries.ts'

/** How many of each were held back. */
export interface HeldByEngine {
  runs: number
  messages: number
}

const BATCHES_AT_ONCE = 100
/** The counters' shard; workers have 0 to 31, events 32. */
const SHARD = 33

/** `reason` is shown with each run. Runs and messages whose time is still to come stay as they are. */
export async function holdRestored(
  tx: Transaction,
  { now, reason }: { now: Date; reason: Words },
): Promise<HeldByEngine> {
  // They ran on another machine. What they held counts as in doubt when a run is resumed.
  await deleteAllWorkers(tx.kysely)
  const runs = await pauseAllRuns(tx.kysely, now, reason)
  for (const { applicationId, campaignId } of runs) await updateCampaignStatus(tx.kysely, applicationId, campaignId)
  return { runs: runs.length, messages: await endDueMessages(tx, now) }
}

async function endDueMessages({ kysely, client }: Transaction, now: Date): Promise<number> {
  let ended = 0
  for (;;) {
    const batches = await lockDueMessages(kysely, now, BATCHES_AT_ONCE)
    if (batches.length === 0) return ended
    const pending = await selectPending(kysely, batches)
    const byKey = new Map<string, JournalBatch>(batches.map(batch => [`${batch.runId} ${batch.no}`, batch]))
    const outcomes = pending.flatMap(({ runId, no, seq, attempts }) => {
      const batch = byKey.get(`${runId} ${no}`)
      return batch === undefined ? [] : [{ batch, outcome: recordRestored(seq, attempts, now.getTime()) }]
    })
    await storeOutcomes(client, outcomes, SHARD)
    await endBatches(kysely, batches)
    ended += outcomes.length
  }
}
