/**
 * Front door of campaigns: launching and changing them. Drafts are in drafts.ts, pausing and cancelling in acts.ts, what
 * the clock starts in due.ts.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignLaunch, CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import { withinLimit } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { createRun } from '../../engine/runs/runs.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { estimateAudience } from '../../people/reach/audience.ts'
import type { CommandContext } from '../approvals/approvals.ts'
import { demandEnough } from './drafts/message.ts'
import { EMPTY, mergeParts, demandCampaignRoom, keepAttachments, readAttachments } from './drafts/drafts.ts'
import { runClockOf } from '../schedules/schedules.ts'
import { checkOf, type LaunchPlan, planLaunch, scheduleOf, nextStatus, refusal } from './launch/launch-check.ts'
import {
  type CampaignKey,
  type CampaignRecord,
  hasRunIn,
  lockCampaign,
  OPEN_STATES,
  selectQuietHours,
  selectTimezone,
  upsertCampaign,
} from './queries.ts'

export { sendTestMessage } from './test-send/test-send.ts'
export { campaignsUnderWay } from './clock/due-queries.ts'

export interface Launched {
  uuid: string
  status: CampaignStatus
  recipients: number
}

/**
 * Sends a draft, or a whole campaign, on its way: its run begins now, or it waits for its moment. Launched twice at once,
 * the second call is refused. Throws notFound, conflict, and invalidInput with everything that is missing.
 */
export async function launchCampaign(
  { deps, db, actor, now }: CommandContext,
  channel: Channel,
  { uuid: draftId, ...parts }: CampaignLaunch,
): Promise<Launched> {
  const { applicationId, accountId } = actor
  const attachments = parts.attachments && readAttachments(parts.attachments)
  const key = { applicationId, channel, campaignId: draftId?.toLowerCase() ?? uuidv7() }
  const stored = draftId === undefined ? EMPTY : await lockCampaign(db, key)
  if (stored === undefined) throw new AppError('notFound')
  if (stored.status !== 'draft') throw new AppError('conflict', refusal(stored.status))
  const merged = { ...mergeParts(stored, parts), since: now, pausedAt: null }
  const plan = await planLaunch(db, merged, { ...key, now })
  const campaign = await planned(db, key, merged, plan, now)
  await demandCampaignRoom({ deps, db }, key, campaign, draftId === undefined ? null : stored)
  await upsertCampaign(db, key, campaign, { by: accountId, now })
  await keepAttachments({ deps, db }, key, attachments)
  if (plan.nextRunAt === null) await beginNow(db, key, campaign, { plan, startedBy: accountId }, now)
  return { uuid: key.campaignId, status: campaign.status, recipients: campaign.audience.recipients ?? 0 }
}

/**
 * Changes a campaign that has a moment before it, paused or not; runs that have begun keep what they began with. Throws as
 * launchCampaign does.
 */
export async function changeCampaign(
  { deps, db, actor, now }: CommandContext,
  { channel, campaignId }: Pick<CampaignKey, 'channel' | 'campaignId'>,
  { uuid: _, ...parts }: CampaignLaunch,
): Promise<{ uuid: string }> {
  const { applicationId, accountId } = actor
  const attachments = parts.attachments && readAttachments(parts.attachments)
  const key = { applicationId, channel, campaignId }
  const stored = await lockCampaign(db, key)
  if (stored === undefined) throw new AppError('notFound')
  await demandWaiting(db, key, stored)
  const check = await checkOf(db, key, stored, parts, now)
  const merged = { ...mergeParts(stored, parts), ...(check.isMoved && { since: now }) }
  const plan = await planLaunch(db, merged, check)
  const isPaused = stored.status === 'paused'
  const beginsNow = plan.nextRunAt === null && !isPaused
  const campaign = await planned(db, key, merged, plan, now)
  // A paused campaign stays paused; what should go out now goes out when it is resumed.
  if (isPaused)
    Object.assign(campaign, {
      status: 'paused',
      nextRunAt: plan.nextRunAt ?? now,
      nextOpensAt: plan.nextOpensAt ?? now,
      pausedAt: stored.pausedAt ?? now,
    })
  await demandCampaignRoom({ deps, db }, key, campaign, stored)
  await upsertCampaign(db, key, campaign, { by: accountId, now })
  await keepAttachments({ deps, db }, key, attachments)
  if (beginsNow) await beginNow(db, key, campaign, { plan, startedBy: accountId }, now)
  return { uuid: key.campaignId }
}

function beginNow(
  tx: Db,
  key: CampaignKey,
  campaign: CampaignRecord,
  by: Pick<Beginning, 'plan' | 'startedBy'>,
  now: Date,
): Promise<void> {
  return beginRun(tx, key, campaign, { ...by, opensAt: now, occurrenceAt: null }, now)
}

export interface Beginning {
  plan: LaunchPlan
  startedBy: string | null
  opensAt: Date
  /** The moment of its schedule; null where it begins at once. */
  occurrenceAt: Date | null
}

/** Creates the run of a campaign that the transaction holds. */
export async function beginRun(
  tx: Db,
  key: CampaignKey,
  { name, schedule }: CampaignRecord,
  { plan, startedBy, opensAt, occurrenceAt }: Beginning,
  now: Date,
): Promise<void> {
  const { content, test, audience, topicId, timezone, expiresAt } = plan
  const run = {
    ...key,
    name,
    content,
    test,
    audience,
    topicId,
    timezone,
    opensAt,
    occurrenceAt,
    expiresAt,
    startedBy,
    clock: await clockFor(tx, key.applicationId, schedule, occurrenceAt ?? now),
  } as const
  await createRun(tx, run, now)
}

/** Whose clock the run of a moment follows, with the application's zone and quiet hours as they are now. */
async function clockFor(tx: Db, applicationId: string, stored: CampaignRecord['schedule'], at: Date) {
  const schedule = scheduleOf(stored)
  if (schedule === null) return null
  const timezone = await selectTimezone(tx, applicationId)
  const quiet = await selectQuietHours(tx, applicationId)
  return runClockOf(schedule, { timezone, quiet }, epochSeconds(at))
}

/** The campaign as launched: its state, its moment and how many it would reach today. */
async function planned(
  tx: Db,
  key: CampaignKey,
  campaign: CampaignRecord,
  plan: LaunchPlan,
  now: Date,
): Promise<CampaignRecord> {
  const act = plan.nextRunAt === null ? 'launchNow' : campaign.status === 'draft' ? 'launchLater' : 'change'
  const { audience, topicId } = plan
  const query = { ...key, audience, topicId, now }
  const { recipients } = await withinLimit(tx, () => estimateAudience(tx, query))
  demandEnough(campaign.content.ab_test, recipients)
  return {
    ...campaign,
    status: nextStatus(campaign.status, act) ?? campaign.status,
    audience: { ...campaign.audience, recipients },
    nextRunAt: plan.nextRunAt,
    nextOpensAt: plan.nextOpensAt,
    failure: null,
  }
}

/** There is a moment before it; what has only a run on its way cannot be changed any more. */
async function demandWaiting(tx: Db, key: CampaignKey, { status, nextRunAt }: CampaignRecord): Promise<void> {
  const hasBegun = nextRunAt === null && (await hasRunIn(tx, key, OPEN_STATES))
  if (nextStatus(status, 'change') === null || hasBegun) {
    throw new AppError('conflict', refusal(hasBegun ? 'executing' : status))
  }
}
