/** The job that fixes a run's recipients when it opens, and cuts them into batches for the workers. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignAudience } from '@notifly/contracts/campaigns/campaigns'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { Database } from '../../db/database.ts'
import { ensureLeaves } from '../../db/partitions.ts'
import { QUERY_CANCELED } from '../../db/fair-places.ts'
import { RulesTooLarge } from '../../people/rules/compile.ts'
import type { Db } from '../../db/schema/tables.ts'
import { enqueue, type JobHandlers } from '../../jobs/jobs.ts'
import type { Clock } from '../../lib/clock.ts'
import { uuidv7Time } from '../../lib/uuid.ts'
import { insertTestedBatches, insertTestedDeliveries } from './ab-snapshot-queries.ts'
import { selectTestToPrepare, updateDeadline } from '../ab-tests/ab-test-queries.ts'
import { insertClockedDeliveries } from './clocked-snapshot-queries.ts'
import {
  insertBatches,
  insertInitialCounts,
  limitPreparation,
  lockPreparation,
  markPrepared,
  runToPrepare,
} from './prepare-queries.ts'
import { isClockedRun, type RunClock } from './recipient-clock.ts'
import { holdRun, RoomTaken, type WhyHeld } from '../runs/held-runs.ts'
import { updateCampaignStatus, notifyWorkers, type RunKey, setRunState } from '../runs/run-queries.ts'
import { ensureAudienceStatistics } from '../../people/contacts/planner-statistics.ts'
import type { AudienceQuery } from '../../people/reach/audience.ts'
import { insertDeliveries } from './snapshot-queries.ts'
import { publishSkipped } from '../events/publish.ts'

/** Name of the job; its payload is `{applicationId, runId}`. */
export const PREPARE_RUN = 'delivery.prepare-run'

/** Interval at which a run retries whose room is taken; it holds neither a connection nor a job slot meanwhile. */
const LOOK_AGAIN_MS = 500
const LEAST_BATCH = 20
const LARGEST_BATCH = 1000
const BATCH_SECONDS = 5

interface Preparing {
  database: Database
  clock: Clock
  /** Absent: every run may start. */
  whyHeld?: WhyHeld | undefined
}

/** The engine's jobs, for the process that runs jobs. */
export function deliveryJobs({ database, clock, whyHeld }: Preparing): JobHandlers {
  return {
    [PREPARE_RUN]: async payload => {
      const { applicationId, runId } = payload as { applicationId: string; runId: string }
      await ensureLeaves(database, uuidv7Time(runId), { monthsBack: 0, monthsAhead: 0 })
      await ensureAudienceStatistics(database, applicationId)
      try {
        await prepareOrPause(database.kysely, { applicationId, runId }, clock.now(), whyHeld)
      } catch (error) {
        if (!(error instanceof RoomTaken)) throw error
        await requestPreparation(database.kysely, { applicationId, runId }, new Date(Date.now() + LOOK_AGAIN_MS))
      }
    },
  }
}

/**
 * Fixes recipients at `runAt`; without it, when that was planned before, else now. Runs of one application are prepared one after the
 * other, so that those of other applications do not wait for them.
 */
export async function requestPreparation(db: Db, { applicationId, runId }: RunKey, runAt?: Date): Promise<void> {
  const options = { key: `${PREPARE_RUN}:${runId}`, queue: `${PREPARE_RUN} ${applicationId}` }
  await enqueue(
    db,
    PREPARE_RUN,
    { applicationId, runId },
    { ...options, ...(runAt ? { runAt } : { keepsRunAt: true }) },
  )
}

/** A run whose recipients cannot be selected is paused with the reason: a retry would cost as much and fail the same way. */
async function prepareOrPause(
  db: Db,
  { applicationId, runId }: RunKey,
  now: Date,
  whyHeld: WhyHeld | undefined,
): Promise<void> {
  try {
    await db.transaction().execute(tx => prepareRun(tx, applicationId, runId, now, whyHeld))
  } catch (error) {
    const reason = preparationProblem(error)
    if (reason === undefined) throw error
    await db.transaction().execute(async tx => {
      const run = await runToPrepare(tx, applicationId, runId)
      if (run === undefined) return
      await setRunState(tx, { applicationId, runId }, 'paused', reason)
      await updateCampaignStatus(tx, applicationId, run.campaignId)
    })
  }
}

function preparationProblem(error: unknown): Sentence | undefined {
  if (error instanceof RulesTooLarge) return error.sentence
  if ((error as { code?: string }).code !== QUERY_CANCELED) return undefined
  return sentence('segments.slowToChoose')
}

/**
 * Takes the snapshot and cuts it into batches. Does nothing for a run that is prepared or ended. A run that was paused before it opened is
 * prepared and stays paused; one whose channel is no longer set up is paused; one that `whyHeld` gives a reason for is held. If two calls
 * overlap, the second one rejects and may be repeated. Rejects with RulesTooLarge, and with PostgreSQL's own error after ten minutes of
 * selecting.
 */
export async function prepareRun(
  tx: Db,
  applicationId: string,
  runId: string,
  now: Date,
  whyHeld?: WhyHeld,
): Promise<void> {
  await lockPreparation(tx, runId)
  const run = await runToPrepare(tx, applicationId, runId)
  if (run === undefined || run.isHeld) return
  const reason = await whyHeld?.(tx, { applicationId, channel: run.channel as Channel }, now)
  if (reason) return holdRun(tx, { applicationId, runId, campaignId: run.campaignId }, reason, now)
  await limitPreparation(tx)
  const made = await takeSnapshot(tx, { applicationId, runId }, run, now)
  await publishSkipped(tx, { applicationId, runId, channel: run.channel as Channel, at: now })
  const state = await markPrepared(tx, applicationId, runId, made, now)
  if (state === undefined) throw new Error(`run ${runId} was cancelled while it was prepared`)
  if (state === 'executing' && !run.isSetUp) {
    await setRunState(tx, { applicationId, runId }, 'paused', sentence('channels.notConfigured'))
  }
  await updateCampaignStatus(tx, applicationId, run.campaignId)
  await notifyWorkers(tx)
}

type RunToPrepare = NonNullable<Awaited<ReturnType<typeof runToPrepare>>>

async function takeSnapshot(tx: Db, key: RunKey, run: RunToPrepare, now: Date) {
  const { applicationId, runId } = key
  const test = await selectTestToPrepare(tx, key)
  const query = { ...key, channel: run.channel, audience: run.audience as CampaignAudience, now }
  const batch = { ...key, laneId: run.laneId, dueAt: now }
  const size = batchSizeFor(run.rate)
  if (test === undefined) {
    const { due, ...counts } = await insertUntested(tx, query, run)
    await insertInitialCounts(tx, applicationId, runId, counts)
    return { recipients: counts.recipients, batches: await insertBatches(tx, batch, due, size) }
  }
  const counts = await insertTestedDeliveries(tx, { ...query, ...test })
  await insertInitialCounts(tx, applicationId, runId, counts)
  await updateDeadline(tx, key, new Date(now.getTime() + test.afterHours * 3_600_000))
  return { recipients: counts.recipients, batches: await insertTestedBatches(tx, { ...batch, size }, counts) }
}

/** Makes all recipients due now, or each at their time in their own time zone. */
async function insertUntested(tx: Db, query: AudienceQuery & RunKey, run: RunToPrepare) {
  const clock = run.clock as RunClock | null
  if (clock !== null && isClockedRun(clock)) {
    return insertClockedDeliveries(tx, { ...query, clock, expiresAt: run.expiresAt })
  }
  const counts = await insertDeliveries(tx, query)
  return { ...counts, due: [{ at: query.now, n: counts.sendable }] }
}

/** About five seconds of work, so that batches of a slow lane do not hold recipients for long. */
function batchSizeFor(ratePerSecond: number | null): number {
  if (ratePerSecond === null) return LARGEST_BATCH
  return Math.min(LARGEST_BATCH, Math.max(LEAST_BATCH, Math.round(ratePerSecond * BATCH_SECONDS)))
}
