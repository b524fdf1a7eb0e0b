/**
 * Pausing, resuming and cancelling. Runs belong to the engine, which locks a run before its campaign; so these acts try the run first too,
 * and then the campaign itself.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { selectTimezone } from '../../../db/application-timezone.ts'
import type { Db } from '../../../db/schema/tables.ts'
import {
  cancelRun,
  updateCampaignStatus,
  pauseRun,
  releaseRuns,
  resumeRun,
  type WhichRun,
} from '../../../engine/runs/runs.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError, orNotFound } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { type CommandContext, assertNoRequest } from '../../approvals/approvals.ts'
import { type AuditEntry, byCaller, recordAudit } from '../../audit/audit.ts'
import { demandStart } from '../../usage/usage.ts'
import { notConfigured } from '../channel-words.ts'
import { type CampaignAct, LATEST_MS, nextStatus, refusal, scheduleOf } from './launch-check.ts'
import { storeMissed, missedWords, turnsPassed } from '../clock/turns.ts'
import { spanOf } from '../../schedules/schedules.ts'
import {
  type CampaignKey,
  type CampaignRecord,
  deleteCampaignRow,
  hasRunIn,
  isConfigured,
  lockCampaign,
  OPEN_STATES,
  selectRunState,
  selectStanding,
  selectTurns,
  rollBackUnless,
  updateEditor,
  updateStatus,
} from '../queries.ts'

export interface CampaignState {
  uuid: string
  status: CampaignStatus
}

/**
 * Pauses what has not left, and the runs to come. No message leaves more than 2 seconds after the answer. Throws notFound, or conflict if
 * there is nothing to pause.
 */
export function pauseCampaign(deps: Deps, caller: ApplicationCaller, which: WhichCampaign): Promise<CampaignState> {
  return actNow(deps, caller, which, 'campaign.pause', {
    runStates: ['preparing', 'executing'],
    settled: 'paused',
    onRun: pauseRun,
    onPlan: async (tx, key, campaign, { hasActed, now }) => {
      if (hasFuture(campaign)) await updateStatus(tx, key, { status: 'paused', pausedAt: campaign.pausedAt ?? now })
      else if (!hasActed) await move(tx, key, campaign, 'pause')
    },
  })
}

/** Resumes. Throws notFound, conflict if it is not paused or can no longer be sent, and quotaReached if it waits for a larger plan. */
export function resumeCampaign(context: CommandContext, which: WhichCampaign): Promise<CampaignState> {
  const { applicationId, accountId } = context.actor
  const by = { by: accountId, now: context.now }
  return act(context.db, applicationId, which, by, {
    runStates: ['paused'],
    settled: 'executing',
    onRun: async (tx, run) => {
      if (!(await hasRunIn(tx, keyOf(applicationId, which), ['paused']))) return false
      if (!(await isConfigured(tx, applicationId, which.channel))) {
        throw new AppError('conflict', notConfigured('resume', which.channel))
      }
      await demandStart(context.deps, tx, { ...run, channel: which.channel }, context.now)
      const released = await releaseRuns(tx, run, context.now)
      return (await resumeRun(tx, run)) || released > 0
    },
    onPlan: async (tx, key, campaign, { hasActed, now }) => {
      if (campaign.pausedAt !== null && hasFuture(campaign)) await releasePlan(tx, key, campaign, now)
      else if (!hasActed) await move(tx, key, campaign, 'resume')
    },
  })
}

/**
 * Deletes a draft; ends any other campaign with all its runs, and messages that have not left are not sent. Throws notFound, or conflict
 * if it has ended. A draft whose launch waits for approval stays; a launched campaign can always be stopped.
 */
export async function cancelCampaign(deps: Deps, caller: ApplicationCaller, which: WhichCampaign): Promise<void> {
  await actNow(deps, caller, which, 'campaign.cancel', {
    runStates: ['preparing', 'executing', 'paused'],
    settled: 'cancelling',
    onRun: cancelRun,
    onPlan: async (tx, key, campaign, { hasActed }) => {
      const over = { status: 'cancelled', next: null, pausedAt: null } as const
      if (nextStatus(campaign.status, 'remove') !== null) await deleteCampaignRow(tx, key)
      else if (hasActed || hasFuture(campaign)) await updateStatus(tx, key, over)
      else await move(tx, key, campaign, 'cancel')
    },
  })
}

/** A campaign with all its runs and its plan, or a single run. */
export interface WhichCampaign {
  channel: Channel
  uuid: string
  run_uuid?: string | undefined
}

const keyOf = (applicationId: string, { channel, uuid }: WhichCampaign): CampaignKey => ({
  applicationId,
  channel,
  campaignId: uuid.toLowerCase(),
})

const IS_ALIVE: ReadonlySet<CampaignStatus> = new Set(['scheduled', 'pending', 'executing', 'paused'])

/** Whether further runs are to come. */
function hasFuture({ status, nextRunAt }: CampaignRecord): boolean {
  return nextRunAt !== null && IS_ALIVE.has(status)
}

const PASSED = sentence('campaigns.tooLate')

/**
 * Resumes the schedule. A single time that passed during the pause is caught up with within 24 hours; other schedules continue with their
 * next moment, and those that passed are missed.
 */
async function releasePlan(tx: Db, key: CampaignKey, campaign: CampaignRecord, now: Date): Promise<void> {
  const { nextRunAt, nextOpensAt, since } = campaign
  const schedule = scheduleOf(campaign.schedule)
  const timezone = await selectTimezone(tx, key.applicationId)
  const isAhead = nextOpensAt === null || nextOpensAt > now
  if (schedule === null || nextRunAt === null || isAhead || schedule.message_type.type === 1) {
    const last =
      schedule === null || nextRunAt === null ? null : spanOf(schedule, timezone, epochSeconds(nextRunAt)).last
    if (last !== null && last * 1000 <= now.getTime() - LATEST_MS) throw new AppError('conflict', PASSED)
    await updateStatus(tx, key, { pausedAt: null, status: 'scheduled' })
    await updateCampaignStatus(tx, key.applicationId, key.campaignId)
    return
  }
  const { made } = await selectTurns(tx, key)
  const { missed, next } = turnsPassed({ schedule, nextRunAt, since, timezone, made, now })
  if (next === null && !(await hasRunIn(tx, key, OPEN_STATES))) throw new AppError('conflict', PASSED)
  await storeMissed(tx, key, { campaign, timezone, missed }, now)
  await updateStatus(tx, key, { pausedAt: null, next, failure: missedWords(missed), status: 'scheduled' })
  await updateCampaignStatus(tx, key.applicationId, key.campaignId)
}

interface ActEffects {
  /** Acts apply to runs in these states. */
  runStates: readonly string[]
  /** The state of a single run that the act would not change. */
  settled: string
  /** False if no such run is open. */
  onRun: (tx: Db, which: WhichRun) => Promise<boolean>
  onPlan: (tx: Db, key: CampaignKey, campaign: CampaignRecord, act: { hasActed: boolean; now: Date }) => Promise<void>
}

/** A run may begin between the two reads: then the first is repeated. */
const ATTEMPTS = 5

/** Pausing and cancelling need no approval. */
function actNow(
  { database, clock }: Deps,
  caller: ApplicationCaller,
  which: WhichCampaign,
  action: AuditEntry['action'],
  ways: ActEffects,
): Promise<CampaignState> {
  const { applicationId, accountId } = caller
  const key = keyOf(applicationId, which)
  const now = clock.now()
  return database.kysely.transaction().execute(async tx => {
    const before = await selectStanding(tx, key)
    if (before?.status === 'draft') await assertNoRequest(tx, { applicationId, type: 'campaign', id: key.campaignId })
    const state = await act(tx, applicationId, which, { by: accountId, now }, ways)
    await recordAct(tx, caller, { action, key, before, after: await selectStanding(tx, key) }, now)
    return state
  })
}

async function act(
  db: Db,
  applicationId: string,
  which: WhichCampaign,
  written: { by: string; now: Date },
  ways: ActEffects,
): Promise<CampaignState> {
  const key = keyOf(applicationId, which)
  if (which.run_uuid !== undefined) await actOnOne(db, key, which.run_uuid.toLowerCase(), ways)
  else await actOnAll(db, key, written.now, ways)
  await updateEditor(db, key, written)
  // Deleted drafts have no status; it is not read then.
  return { uuid: key.campaignId, status: (await selectStanding(db, key))?.status ?? 'draft' }
}

async function actOnOne(db: Db, key: CampaignKey, runId: string, { onRun, settled }: ActEffects): Promise<void> {
  if (await onRun(db, { ...key, runId })) return
  const state = orNotFound(await selectRunState(db, key, runId))
  if (state !== settled) throw new AppError('conflict', sentence('campaigns.runOver'))
}

async function actOnAll(db: Db, key: CampaignKey, now: Date, { runStates, onRun, onPlan }: ActEffects): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const isDone = await rollBackUnless(db, async () => {
      const hasActed = await onRun(db, key)
      const campaign = orNotFound(await lockCampaign(db, key))
      if (await hasRunIn(db, key, runStates)) return false
      await onPlan(db, key, campaign, { hasActed, now })
      return true
    })
    if (isDone) return
  }
  throw new AppError('conflict')
}

async function move(tx: Db, key: CampaignKey, campaign: CampaignRecord, act: CampaignAct): Promise<void> {
  const status = nextStatus(campaign.status, act)
  if (status === null) throw new AppError('conflict', refusal(campaign.status))
  await updateStatus(tx, key, { status })
}

type Standing = Awaited<ReturnType<typeof selectStanding>>

interface Act {
  action: AuditEntry['action']
  key: CampaignKey
  before: Standing
  /** Undefined if a draft was deleted. */
  after: Standing
}

async function recordAct(
  tx: Db,
  caller: ApplicationCaller,
  { action, key, before, after }: Act,
  now: Date,
): Promise<void> {
  const object = { type: 'campaign', id: key.campaignId, name: (after ?? before)?.name ?? '' }
  const states = {
    before: before === undefined ? null : { status: before.status },
    after: after === undefined ? null : { status: after.status },
  }
  await recordAudit(
    tx,
    { ...byCaller(caller), action: after === undefined ? 'campaign.delete' : action, object, ...states },
    now,
  )
}
