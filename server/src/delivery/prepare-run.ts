/** The job that fixes a run's recipients when it opens, and hands them to the workers as batches. */
import type { CampaignAudience } from '@notifly/contracts/campaigns'
import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { ensureLeaves } from '../db/partitions.ts'
import type { Tables } from '../db/schema/tables.ts'
import type { JobHandlers } from '../jobs/jobs.ts'
import type { Clock } from '../lib/clock.ts'
import { uuidv7Time } from '../lib/uuid.ts'
import { insertBatches, insertInitialCounts, lockPreparation, markPrepared, runToPrepare } from './prepare-queries.ts'
import { followRuns, notifyWorkers, setRunState } from './run-queries.ts'
import { insertDeliveries } from './snapshot-queries.ts'

/** Name of the job; its payload is `{applicationId, runId}`. */
export const PREPARE_RUN = 'delivery.prepare-run'

const LEAST_BATCH = 20
const LARGEST_BATCH = 1000
const BATCH_SECONDS = 5

/** The engine's jobs, for the process that runs jobs. */
export function deliveryJobs({ database, clock }: { database: Database; clock: Clock }): JobHandlers {
  return {
    [PREPARE_RUN]: async payload => {
      const { applicationId, runId } = payload as { applicationId: string; runId: string }
      await ensureLeaves(database, uuidv7Time(runId), { monthsBack: 0, monthsAhead: 0 })
      await database.kysely.transaction().execute(tx => prepareRun(tx, applicationId, runId, clock.now()))
    },
  }
}

/**
 * Takes the snapshot and cuts it into batches. Does nothing for a run that is prepared or ended; a run that was paused
 * before it opened is prepared and stays paused; one whose channel is no longer set up is paused. Called twice at once, the second call rejects and may be repeated.
 */
export async function prepareRun(tx: Kysely<Tables>, applicationId: string, runId: string, now: Date): Promise<void> {
  await lockPreparation(tx, runId)
  const run = await runToPrepare(tx, applicationId, runId)
  if (run === undefined) return
  const audience = run.audience as CampaignAudience
  const counts = await insertDeliveries(tx, { applicationId, channel: run.channel, audience, runId, now })
  await insertInitialCounts(tx, applicationId, runId, counts)
  const batchSize = batchSizeFor(run.rate)
  const batches = await insertBatches(
    tx,
    { applicationId, runId, laneId: run.laneId, dueAt: now },
    counts.sendable,
    batchSize,
  )
  const state = await markPrepared(tx, applicationId, runId, { recipients: counts.recipients, batches }, now)
  if (state === undefined) throw new Error(`run ${runId} was cancelled while it was prepared`)
  if (state === 'executing' && !run.isSetUp) {
    await setRunState(tx, { applicationId, runId }, 'paused', 'Channel not configured.')
  }
  await followRuns(tx, applicationId, run.campaignId)
  await notifyWorkers(tx)
}

/** About five seconds' work, so that a slow lane's batches do not hold recipients for long. */
function batchSizeFor(ratePerSecond: number | null): number {
  if (ratePerSecond === null) return LARGEST_BATCH
  return Math.min(LARGEST_BATCH, Math.max(LEAST_BATCH, Math.round(ratePerSecond * BATCH_SECONDS)))
}
