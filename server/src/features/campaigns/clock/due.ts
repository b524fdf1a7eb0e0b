/**
 * Starts scheduled campaigns. A moment is a row, not a timer: every tick reads which campaigns are due, so none is lost in a restart, and
 * several schedulers may read at once.
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { selectTimezone } from '../../../db/application-timezone.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { updateCampaignStatus } from '../../../engine/runs/runs.ts'
import { AppError, sentenceOf } from '../../../lib/app-error.ts'
import { beginTrace, traced } from '../../../lib/tracing/tracing.ts'
import { isRecurring } from '../../schedules/schedules.ts'
import { beginRun } from '../campaigns.ts'
import { claimDue, type DueWindow, pauseDue, selectDue } from './due-queries.ts'
import { type LaunchPlan, planLaunch, scheduleOf, LATEST_MS } from '../launch/launch-check.ts'
import {
  type CampaignKey,
  type CampaignRecord,
  hasRunIn,
  isConfigured,
  lockCampaign,
  OPEN_STATES,
  selectEditor,
  selectTurns,
  updateStatus,
} from '../queries.ts'
import { type Turns, turnsOf, storeMissed, missedWords } from './turns.ts'

/**
 * Begins the run of every campaign that is due, each once and in its own transaction, and records missed moments. Returns how many runs
 * began.
 */
export async function runDueCampaigns(deps: Deps): Promise<number> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const window = { now, before: new Date(now.getTime() - LATEST_MS) }
  let begun = 0
  for (const key of await selectDue(db, window)) {
    try {
      if (await takeTurn(deps, key, window)) begun++
    } catch (error) {
      // The campaign stays due and is tried again; other campaigns must not wait for it.
      deps.log.error({ err: error, campaignId: key.campaignId }, 'a campaign could not begin')
    }
  }
  return begun
}

/** Pauses every campaign that is due until a person resumes it, for the given `reason`. Returns how many. */
export async function holdDueCampaigns(tx: Db, now: Date, reason: Sentence): Promise<number> {
  const held = await pauseDue(tx, now, reason)
  for (const { applicationId, campaignId } of held) await updateCampaignStatus(tx, applicationId, campaignId)
  return held.length
}

/** Whether a run began: false if the campaign was started, changed or paused meanwhile, or cannot be sent. */
function takeTurn({ database, log }: Deps, key: CampaignKey, window: DueWindow): Promise<boolean> {
  const { now } = window
  return database.kysely.transaction().execute(async tx => {
    if (!(await claimDue(tx, key, window))) return false
    const campaign = await lockCampaign(tx, key)
    if (campaign === undefined || campaign.nextRunAt === null) return false
    const { turns, made, timezone } = await readTurns(tx, key, { ...campaign, nextRunAt: campaign.nextRunAt }, now)
    const { runAt } = turns
    const plan = runAt === null ? null : await planOrRefusal(tx, key, campaign, { now, runAt })
    if (plan === 'waits') return false
    const refused = runAt !== null && plan !== null && 'refused' in plan ? [{ at: runAt, reason: plan.refused }] : []
    const missed = [...turns.missed, ...refused]
    await storeMissed(tx, key, { campaign, timezone, missed }, now)
    const begins = plan !== null && !('refused' in plan)
    const next = turns.nextAfter(begins)
    const failure = missed.length > 0 ? missedWords(missed) : begins ? null : campaign.failure
    await updateStatus(tx, key, { next, failure })
    if (missed.length > 0) log.warn({ campaignId: key.campaignId, n: missed.length, failure }, 'runs missed')
    const refusal = begins && runAt !== null ? await begin(tx, key, campaign, { plan, runAt }, now) : null
    if (refusal !== null && runAt !== null) {
      await storeMissed(tx, key, { campaign, timezone, missed: [{ at: runAt, reason: refusal }] }, now)
      await updateStatus(tx, key, { next: turns.nextAfter(false), failure: refusal })
    }
    const hasBegun = begins && refusal === null
    if (!hasBegun && next === null && !(await hasRunIn(tx, key, OPEN_STATES))) {
      await updateStatus(tx, key, { status: restOf(campaign, made) })
    }
    return hasBegun
  })
}

/** Null if the run has begun, else why its content cannot be prepared; the next tick would find the same. */
async function begin(
  tx: Db,
  key: CampaignKey,
  campaign: CampaignRecord,
  { plan, runAt }: { plan: LaunchPlan; runAt: Date },
  now: Date,
): Promise<Sentence | null> {
  const startedBy = await selectEditor(tx, key)
  const beginning = { plan, startedBy, opensAt: plan.nextOpensAt ?? runAt, occurrenceAt: runAt }
  try {
    const attributes = { 'notifly.application.id': key.applicationId, 'notifly.campaign.id': key.campaignId }
    const span = beginTrace({ name: 'begin campaign', kind: 'internal', attributes })
    await traced(span, () => beginRun(tx, key, campaign, beginning, now))
    return null
  } catch (error) {
    if (error instanceof AppError && error.error === 'invalidInput') return notSent(error.sentence)
    throw error
  }
}

async function readTurns(tx: Db, key: CampaignKey, campaign: CampaignRecord & { nextRunAt: Date }, now: Date) {
  const schedule = scheduleOf(campaign.schedule)
  if (schedule === null) throw new Error(`campaign ${key.campaignId} has a schedule that cannot be read`)
  const [timezone, { made }, isReady] = [
    await selectTimezone(tx, key.applicationId),
    await selectTurns(tx, key),
    await isConfigured(tx, key.applicationId, key.channel),
  ]
  const { nextRunAt, since } = campaign
  const turns: Turns = turnsOf({ schedule, nextRunAt, since, timezone, made, now, isReady })
  return { turns, made, timezone }
}

/**
 * The plan; or why the campaign cannot be sent any more, because something it uses has changed; or 'waits' while the channel is not set
 * up.
 */
async function planOrRefusal(
  tx: Db,
  key: CampaignKey,
  campaign: CampaignRecord,
  { now, runAt }: { now: Date; runAt: Date },
): Promise<LaunchPlan | { refused: Sentence } | 'waits'> {
  try {
    return await planLaunch(tx, campaign, { ...key, now, keptRun: runAt, isDue: true })
  } catch (error) {
    if (!(error instanceof AppError) || isPassing(error)) throw error
    if (error.errors?.some(({ key: name }) => name === 'channelNotConfigured')) return 'waits'
    const [first] = error.errors ?? []
    return { refused: notSent(first === undefined ? error.sentence : sentenceOf(first)) }
  }
}

function notSent(reason: Sentence): Sentence {
  return sentence('campaigns.notSent', { reason })
}

/** The server is busy: the campaign stays due and is tried again. */
function isPassing({ error }: AppError): boolean {
  return error === 'unavailable' || error === 'tooManyRequests'
}

/** The final state of a campaign without further runs. */
function restOf({ schedule }: CampaignRecord, made: number): 'ended' | 'sent' | 'failed' {
  const read = scheduleOf(schedule)
  if (read !== null && isRecurring(read)) return 'ended'
  return made > 0 ? 'sent' : 'failed'
}
