/**
 * Front door of campaigns: launching and changing them. Drafts are in drafts.ts, pausing and cancelling in acts.ts, and what the clock
 * starts in due.ts.
 */
import type { AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignDraft, CampaignLaunch, CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import { selectTimezone } from '../../db/application-timezone.ts'
import { withinLimit } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { createRun } from '../../engine/runs/runs.ts'
import type { ClockGroup } from '../../engine/snapshot/recipient-clock.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { estimateAudience } from '../../people/reach/audience.ts'
import type { CommandContext } from '../approvals/approvals.ts'
import { assertContentRoom, assertRoom } from '../quotas/quotas.ts'
import { usesRecipientTimeZone, nextRuns, runClockOf, spanOf } from '../schedules/schedules.ts'
import { groupsByClock, runsWithRecipients } from './clock/moments.ts'
import { assertEnoughRecipients } from './drafts/ab-test.ts'
import { readAttachments } from './drafts/attachments.ts'
import { checkOf, type LaunchPlan, planLaunch, scheduleOf, nextStatus, refusal } from './launch/launch-check.ts'
import {
  type CampaignKey,
  type CampaignRecord,
  hasRunIn,
  lockCampaign,
  OPEN_STATES,
  replaceAttachments,
  selectQuietHours,
  selectTurns,
  selectUndoSeconds,
  type StoredAttachment,
  upsertCampaign,
} from './queries.ts'

export { sendTestMessage } from './test-send/test-send.ts'
export { selectCampaignsInProgress } from './clock/due-queries.ts'
export { readAttachments } from './drafts/attachments.ts'
export { selectQuietHours } from './queries.ts'

export interface Launched {
  uuid: string
  status: CampaignStatus
  recipients: number
  /** How long the launch can be undone. */
  undo_seconds: number
}

/**
 * Launches a draft, or a whole new campaign: its run begins now, or waits for its moment. If it is launched twice at once, the second call
 * is refused. Throws notFound, conflict, and invalidInput with everything that is missing.
 */
export async function launchCampaign(
  context: CommandContext,
  channel: Channel,
  { uuid: draftId, ...parts }: CampaignLaunch,
): Promise<Launched> {
  const { db, now } = context
  const { applicationId, accountId } = context.actor
  const attachments = parts.attachments && readAttachments(parts.attachments)
  const key = { applicationId, channel, campaignId: draftId?.toLowerCase() ?? uuidv7() }
  const stored = draftId === undefined ? EMPTY : await lockCampaign(db, key)
  if (stored === undefined) throw new AppError('notFound')
  if (stored.status !== 'draft') throw new AppError('conflict', refusal(stored.status))
  const merged = { ...mergeParts(stored, parts), since: now, pausedAt: null }
  const plan = await planLaunch(db, merged, { ...key, now })
  const campaign = await planned(db, key, merged, plan, now)
  const before = draftId === undefined ? null : stored
  await storeCampaign(context, key, campaign, { before, attachments, by: accountId })
  const undo_seconds =
    plan.nextRunAt === null ? await beginNow(db, key, campaign, { plan, startedBy: accountId }, now) : 0
  return { uuid: key.campaignId, status: campaign.status, recipients: campaign.audience.recipients ?? 0, undo_seconds }
}

/**
 * Changes a campaign that still has a moment before it, paused or not; runs that have begun are not affected. Throws as launchCampaign
 * does.
 */
export async function changeCampaign(
  context: CommandContext,
  { channel, campaignId }: Pick<CampaignKey, 'channel' | 'campaignId'>,
  { uuid: _, ...parts }: CampaignLaunch,
): Promise<{ uuid: string }> {
  const { db, now } = context
  const { applicationId, accountId } = context.actor
  const attachments = parts.attachments && readAttachments(parts.attachments)
  const key = { applicationId, channel, campaignId }
  const stored = orNotFound(await lockCampaign(db, key))
  await assertWaiting(db, key, stored)
  const check = await checkOf(db, key, stored, parts, now)
  const merged = { ...mergeParts(stored, parts), ...(check.isMoved && { since: now }) }
  const plan = await planLaunch(db, merged, check)
  const isPaused = stored.status === 'paused'
  const beginsNow = plan.nextRunAt === null && !isPaused
  const campaign = await planned(db, key, merged, plan, now)
  // A paused campaign stays paused; what should leave now leaves when it is resumed.
  if (isPaused)
    Object.assign(campaign, {
      status: 'paused',
      nextRunAt: plan.nextRunAt ?? now,
      nextOpensAt: plan.nextOpensAt ?? now,
      pausedAt: stored.pausedAt ?? now,
    })
  await storeCampaign(context, key, campaign, { before: stored, attachments, by: accountId })
  if (beginsNow) await beginNow(db, key, campaign, { plan, startedBy: accountId }, now)
  return { uuid: key.campaignId }
}

/** Delays the first message until the launch can no longer be undone. Returns the delay in seconds. */
async function beginNow(
  tx: Db,
  key: CampaignKey,
  campaign: CampaignRecord,
  by: Pick<Beginning, 'plan' | 'startedBy'>,
  now: Date,
): Promise<number> {
  const { made } = await selectTurns(tx, key)
  // A campaign that has had a run is no longer a draft.
  const seconds = made === 0 ? await selectUndoSeconds(tx, key.applicationId) : 0
  const opensAt = new Date(now.getTime() + seconds * 1000)
  await beginRun(tx, key, campaign, { ...by, opensAt, occurrenceAt: null }, now)
  return seconds
}

export interface Beginning {
  plan: LaunchPlan
  startedBy: string | null
  opensAt: Date
  /** The moment of its schedule; null if it begins at once. */
  occurrenceAt: Date | null
}

/** Creates the run of a campaign that the transaction has locked. */
export async function beginRun(
  tx: Db,
  key: CampaignKey,
  { name, schedule, since }: CampaignRecord,
  { plan, startedBy, opensAt, occurrenceAt }: Beginning,
  now: Date,
): Promise<void> {
  const { content, test, audience, topicId, linkTags, goal, timezone, expiresAt } = plan
  const run = {
    ...key,
    name,
    content,
    test,
    audience,
    topicId,
    linkTags,
    goal,
    timezone,
    opensAt,
    occurrenceAt,
    expiresAt,
    startedBy,
    clock: await clockFor(tx, key.applicationId, { schedule, since: since ?? now }, occurrenceAt ?? opensAt),
  } as const
  await createRun(tx, run, now)
}

/** The time zones that apply to a run, with the application's time zone and quiet hours as they are now. */
async function clockFor(
  tx: Db,
  applicationId: string,
  campaign: { schedule: CampaignRecord['schedule']; since: Date },
  at: Date,
) {
  const schedule = scheduleOf(campaign.schedule)
  if (schedule === null) return null
  const timezone = await selectTimezone(tx, applicationId)
  const quiet = await selectQuietHours(tx, applicationId)
  return runClockOf(schedule, { timezone, quiet, since: epochSeconds(campaign.since) }, epochSeconds(at))
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
  const { recipients, clocks } = await withinLimit(tx, () => estimateAudience(tx, query))
  if (campaign.content.ab_test) assertEnoughRecipients(campaign.content.ab_test, recipients)
  const timezone = await selectTimezone(tx, key.applicationId)
  const groups = saysMoments(campaign) ? groupsByClock(clocks, timezone) : []
  return {
    ...campaign,
    status: nextStatus(campaign.status, act) ?? campaign.status,
    audience: {
      ...campaign.audience,
      recipients,
      clocks: groups.map(({ zone, people }) => [zone, people]),
    },
    ...(await firstRun(tx, key, campaign, { plan, groups, timezone, now })),
    failure: null,
  }
}

interface FirstRunView {
  plan: LaunchPlan
  groups: readonly ClockGroup[]
  timezone: string
  now: Date
}

/** The planned run, or the one after it if its moment has passed in all recipients' time zones and they wait for the next. */
async function firstRun(
  tx: Db,
  { applicationId }: CampaignKey,
  campaign: CampaignRecord,
  { plan: { nextRunAt, nextOpensAt }, groups, timezone, now }: FirstRunView,
): Promise<Pick<CampaignRecord, 'nextRunAt' | 'nextOpensAt'>> {
  const schedule = scheduleOf(campaign.schedule)
  if (schedule === null || nextRunAt === null || groups.length === 0) return { nextRunAt, nextOpensAt }
  const quiet = await selectQuietHours(tx, applicationId)
  const planned = epochSeconds(nextRunAt)
  const view = { timezone, quiet, since: epochSeconds(campaign.since ?? now), now: epochSeconds(now) }
  const runs = nextRuns(schedule, { timezone, from: planned, since: view.since }, 2)
  const [first = planned] = runsWithRecipients(schedule, groups, view, runs)
  if (first === planned) return { nextRunAt, nextOpensAt }
  return { nextRunAt: new Date(first * 1000), nextOpensAt: new Date(spanOf(schedule, timezone, first).opens * 1000) }
}

/** In recipients' time zones, except best hours: those differ per recipient, and lists show only the day. */
function saysMoments({ schedule: stored }: CampaignRecord): boolean {
  const schedule = scheduleOf(stored)
  return schedule !== null && usesRecipientTimeZone(schedule) && schedule.campaign_start_date.type !== 2
}

/** Whether it has a moment before it; a campaign with only a current run cannot be changed. */
async function assertWaiting(tx: Db, key: CampaignKey, { status, nextRunAt }: CampaignRecord): Promise<void> {
  const hasBegun = nextRunAt === null && (await hasRunIn(tx, key, OPEN_STATES))
  if (nextStatus(status, 'change') === null || hasBegun) {
    throw new AppError('conflict', refusal(hasBegun ? 'executing' : status))
  }
}

// What all writes of a campaign have in common.

/** A new campaign without any part. */
export const EMPTY: CampaignRecord = {
  name: '',
  status: 'draft',
  content: {},
  audience: {},
  schedule: {},
  nextRunAt: null,
  nextOpensAt: null,
  since: null,
  pausedAt: null,
  failure: null,
}

/** Replaces stored parts by the given ones, each as a whole. */
export function mergeParts(stored: CampaignRecord, parts: CampaignDraft): CampaignRecord {
  const { campaignName, audience, schedule, attachments: _, template_uuid, topic_uuid, ab_test, ...content } = parts
  const given = Object.entries(content).filter(([, value]) => value !== undefined)
  const ids = {
    ...(template_uuid !== undefined && { template_uuid: template_uuid?.toLowerCase() ?? null }),
    ...(topic_uuid !== undefined && { topic_uuid: topic_uuid?.toLowerCase() ?? null }),
    ...(ab_test !== undefined && { ab_test: ab_test && lowerCasedTest(ab_test) }),
  }
  return {
    ...stored,
    name: campaignName ?? stored.name,
    content: { ...stored.content, ...Object.fromEntries(given), ...ids },
    audience: audience === undefined ? stored.audience : lowerCased(audience),
    schedule: schedule ?? stored.schedule,
  }
}

/** Ids are compared as text elsewhere. */
function lowerCased(audience: NonNullable<CampaignDraft['audience']>): CampaignRecord['audience'] {
  const lower = (ids: readonly string[]) => [...new Set(ids.map(id => id.toLowerCase()))]
  return {
    ...(audience.all === true && { all: true }),
    segment_uuids: lower(audience.segment_uuids),
    exclude_segment_uuids: lower(audience.exclude_segment_uuids),
  }
}

function lowerCasedTest(test: AbTest): AbTest {
  const variants = test.variants?.map(variant =>
    typeof variant === 'string' || !variant.template_uuid
      ? variant
      : { ...variant, template_uuid: variant.template_uuid.toLowerCase() },
  )
  return { ...test, ...(variants !== undefined && { variants }) }
}

interface Write {
  /** The stored campaign; null for a new one. */
  before: CampaignRecord | null
  /** New attachments that replace all old ones. */
  attachments?: readonly StoredAttachment[] | undefined
  by: string
}

/** Writes a whole campaign. Throws quotaReached. */
export async function storeCampaign(
  { deps, db, now }: Pick<CommandContext, 'deps' | 'db' | 'now'>,
  key: CampaignKey,
  campaign: CampaignRecord,
  { before, attachments, by }: Write,
): Promise<void> {
  const asking = { deps, db, actor: key }
  if (before === null) await assertRoom(asking, 'campaigns')
  await assertContentRoom(asking, campaign.content, before?.content)
  await upsertCampaign(db, key, campaign, { by, now })
  if (attachments === undefined) return
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0)
  await assertRoom(asking, 'bytes', bytes)
  await replaceAttachments(db, key, attachments)
}
