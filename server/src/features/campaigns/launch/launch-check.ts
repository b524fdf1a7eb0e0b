/** What a campaign needs before it can be launched. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { CampaignAudience, type CampaignLaunch, type CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import type { Goal } from '@notifly/contracts/campaigns/goals'
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import type { FieldFailure } from '@notifly/contracts/errors'
import { eventName } from '@notifly/contracts/events/event-name'
import { lettersDigitsAndSpaces } from '@notifly/contracts/fields'
import { Schedule } from '@notifly/contracts/schedules/schedules'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'
import { sentence, type Sentence } from '@notifly/contracts/sentences/sentence'
import { selectTimezone } from '../../../db/application-timezone.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { AppError, invalidFields, sentenceOf } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import {
  checkSchedule,
  clockOf,
  endOf,
  isImmediate,
  isRecurring,
  isSame,
  nextRuns,
  type ScheduleView,
  spanOf,
} from '../../schedules/schedules.ts'
import { hasTopic } from '../../topics/topics.ts'
import { notConfigured } from '../channel-words.ts'
import { tagsFor } from '../drafts/link-tags.ts'
import { clockErrors, checkAbTest } from '../drafts/ab-test.ts'
import {
  type Asked,
  completeContent,
  checkContent,
  type CheckedMessage,
  type PlannedMessage,
  type StoredContent,
} from '../drafts/content.ts'
import {
  type CampaignKey,
  type CampaignRecord,
  selectSegmentNames,
  selectSettings,
  selectTurns,
  type StoredAudience,
} from '../queries.ts'

// The states of a campaign and what may be done in each.
//
//     draft -> scheduled -> pending -> executing -> sent | ended
//       |          |  |         |          |
//       |          |  |---------+-- paused-+          any of them -> cancelled | failed
//       '-> pending (now)
//
// `pending` means: its run exists and is being prepared. From there on the engine moves the campaign along with its run
// (engine/runs/runs.ts); what is listed here is what people and the clock do.

/**
 * launchNow, launchLater: a draft goes out, at once or when its moment comes. change: other content, audience or schedule.
 * What the moments of a schedule do is in due.ts.
 */
export type CampaignAct = 'save' | 'remove' | 'launchNow' | 'launchLater' | 'change' | 'pause' | 'resume' | 'cancel'

/** A campaign that is later than this is not sent any more, and counts as missed. */
export const LATEST_MS = 24 * 3600 * 1000

const NEXT: Record<CampaignStatus, Partial<Record<CampaignAct, CampaignStatus>>> = {
  draft: { save: 'draft', remove: 'draft', launchNow: 'pending', launchLater: 'scheduled' },
  scheduled: {
    launchNow: 'pending',
    change: 'scheduled',
    pause: 'paused',
    cancel: 'cancelled',
  },
  paused: { change: 'paused', pause: 'paused', resume: 'scheduled', cancel: 'cancelled' },
  // For campaigns with a further moment before them; the current run continues unchanged.
  pending: { change: 'pending', launchNow: 'pending' },
  executing: { change: 'executing', launchNow: 'executing' },
  sent: {},
  ended: {},
  failed: {},
  cancelled: {},
}

/** The state after an act on a campaign without an open run; null if this state does not allow the act. */
export function nextStatus(status: CampaignStatus, act: CampaignAct): CampaignStatus | null {
  return NEXT[status][act] ?? null
}

/** Why an act is refused, in words. */
export function refusal(status: CampaignStatus): Sentence {
  return sentence(`campaigns.refused.${status === 'pending' || status === 'executing' ? 'begun' : status}`)
}

/** A campaign that can be launched. */
export interface LaunchPlan extends PlannedMessage {
  audience: CampaignAudience
  topicId: string | null
  /** Parameters for its links; null: none. */
  linkTags: LinkTags | null
  goal: Goal | null
  timezone: string
  /** Null: now. */
  nextRunAt: Date | null
  /** When that run begins; differs only with recipients' time zones. */
  nextOpensAt: Date | null
  /** Messages that have not left by then are not sent. */
  expiresAt: Date | null
}

export interface LaunchCheck {
  applicationId: string
  channel: Channel
  now: Date
  /** The planned moment that is kept: an edit that does not change the schedule does not move it. */
  keptRun?: Date | null
  /** That moment has come: only this run is checked. */
  isDue?: boolean
  /** How many runs the campaign has had, and the latest moment that was handled. */
  turns?: { made: number; past: Date | null }
}

interface JudgedLaunch extends CheckedMessage {
  /** Null while something is missing or wrong. */
  plan: LaunchPlan | null
}

/**
 * Everything for which a launch would be refused, each fault at its field; saving a draft returns the same. `gone`: templates, segments
 * and the topic that the application does not have.
 */
export async function checkLaunch(db: Db, campaign: CampaignRecord, check: LaunchCheck): Promise<JudgedLaunch> {
  const { applicationId, channel } = check
  const settings = await selectSettings(db, applicationId, channel)
  const when = await planSchedule(db, campaign, check)
  const sending = 'errors' in when ? undefined : { now: check.now, last: lastMoment(campaign, check, when) }
  const asked = {
    applicationId,
    channel,
    ...(settings !== null && { settings }),
    ...(sending && { sending }),
    isDue: check.isDue ?? false,
  }
  const { message, problems, ...judged } = await checkMessage(db, asked, campaign.content)
  const audience = audienceOf(campaign.audience)
  const gone = [
    ...judged.gone,
    ...(audience === null ? [] : await goneSegments(db, applicationId, audience)),
    ...(await goneTopic(db, applicationId, campaign.content)),
  ]
  const errors = [
    ...nameErrors(campaign.name),
    ...judged.errors,
    ...audienceErrors(audience),
    ...goalErrors(campaign.content.goal),
    ...(campaign.content.ab_test ? clockErrors(scheduleOf(campaign.schedule)) : []),
    ...('errors' in when ? when.errors : []),
  ]
  if (settings === null) {
    const reason = notConfigured('launch', channel)
    errors.push({ field: 'configuration', ...sentence('channelNotConfigured', { reason }) })
  }
  const isReady = gone.length === 0 && errors.length === 0
  if (!isReady || message === null || audience === null || 'errors' in when) {
    return { plan: null, message, problems, errors, gone }
  }
  const topicId = campaign.content.topic_uuid ?? null
  const linkTags = await tagsFor(db, check, campaign)
  const goal = campaign.content.goal ?? null
  return { plan: { ...message, audience, topicId, linkTags, goal, ...when }, message, problems, errors, gone }
}

/**
 * Throws notFound for a template, segment or topic that the application does not have, and invalidInput with all other faults, each at its
 * field.
 */
export async function planLaunch(db: Db, campaign: CampaignRecord, check: LaunchCheck): Promise<LaunchPlan> {
  const { plan, errors, gone } = await checkLaunch(db, campaign, check)
  if (plan !== null) return plan
  const [first] = gone
  if (first !== undefined) throw new AppError('notFound', { ...sentenceOf(first), errors: gone })
  throw errors.length === 1 ? invalidFields(errors) : new AppError('invalidInput', { errors })
}

/** All faults of the content. */
export async function checkMessage(db: Db, asked: Asked, own: StoredContent): Promise<CheckedMessage> {
  try {
    const { ab_test } = own
    if (ab_test) return { gone: [], ...(await checkAbTest(db, asked, { ...own, ab_test })) }
    const complete = await completeContent(db, asked, own)
    const judged = await checkContent(db, asked, complete)
    return { gone: [], message: { content: complete.content, test: null }, ...judged }
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'notFound') throw error
    return { message: null, problems: [], errors: [], gone: error.errors ?? [] }
  }
}

/** The check of a changed campaign: its moment is kept if the schedule is, and its past runs count. */
export async function checkOf(
  db: Db,
  key: CampaignKey,
  stored: CampaignRecord,
  { schedule }: Pick<CampaignLaunch, 'schedule'>,
  now: Date,
): Promise<LaunchCheck & { isMoved: boolean }> {
  const isMoved = await movesRuns(db, key.applicationId, stored, schedule)
  return { ...key, now, isMoved, keptRun: isMoved ? null : stored.nextRunAt, turns: await selectTurns(db, key) }
}

/** Whether an edit chooses other moments. Sending the same schedule again does not. */
async function movesRuns(db: Db, applicationId: string, stored: CampaignRecord, given: Schedule | undefined) {
  const before = scheduleOf(stored.schedule)
  if (given === undefined) return false
  return before === null || !isSame(before, given, await selectTimezone(db, applicationId))
}

/** When the last message of this plan leaves; null if there is no last one. */
function lastMoment(
  { schedule: stored }: CampaignRecord,
  { now, isDue = false }: LaunchCheck,
  { nextRunAt, timezone }: Pick<LaunchPlan, 'nextRunAt' | 'timezone'>,
): Date | null {
  const schedule = scheduleOf(stored)
  if (schedule === null || nextRunAt === null || isDue) return now
  if (isRecurring(schedule)) return null
  const first = epochSeconds(nextRunAt)
  const last = nextRuns(schedule, { timezone, from: first }, Infinity).at(-1) ?? first
  return new Date(spanOf(schedule, timezone, last).last * 1000)
}

/** Null while nothing has been chosen. */
export function audienceOf({ recipients: _, clocks: __, ...stored }: StoredAudience): CampaignAudience | null {
  return Object.keys(stored).length === 0 ? null : (CampaignAudience.safeParse(stored).data ?? null)
}

/** Null while nothing has been chosen. */
export function scheduleOf(stored: Partial<Schedule>): Schedule | null {
  return Schedule.safeParse(stored).data ?? null
}

function nameErrors(name: string): FieldFailure[] {
  const [issue] = lettersDigitsAndSpaces.safeParse(name).error?.issues ?? []
  return issue === undefined ? [] : [{ field: NAME, ...sentenceOfIssue({ ...issue, path: [NAME] }) }]
}

const NAME = 'campaignName'

function audienceErrors(audience: CampaignAudience | null): FieldFailure[] {
  if (audience !== null && (audience.all === true || audience.segment_uuids.length > 0)) return []
  return [{ field: 'audience.segment_uuids', ...sentence('campaigns.audience') }]
}

/** A goal that is set must name an event. */
function goalErrors(goal: StoredContent['goal']): FieldFailure[] {
  if (goal?.event === '') return [{ field: 'goal.event', ...sentence('fields.required') }]
  const [issue] = goal ? (eventName.safeParse(goal.event).error?.issues ?? []) : []
  return issue === undefined ? [] : [{ field: 'goal.event', ...sentenceOfIssue({ ...issue, path: ['event'] }) }]
}

/** A campaign must not be sent under a deleted topic: its recipients may have left that topic. */
async function goneTopic(
  db: Db,
  applicationId: string,
  { topic_uuid: topicId }: StoredContent,
): Promise<FieldFailure[]> {
  if (!topicId || (await hasTopic(db, { applicationId, topicId }))) return []
  return [{ field: 'topic_uuid', ...sentence('consent.topicGoneChoose') }]
}

async function goneSegments(db: Db, applicationId: string, audience: CampaignAudience): Promise<FieldFailure[]> {
  const { segment_uuids, exclude_segment_uuids } = audience
  const known = await selectSegmentNames(db, applicationId, [...segment_uuids, ...exclude_segment_uuids])
  const fields = { segment_uuids, exclude_segment_uuids }
  return Object.entries(fields)
    .filter(([, ids]) => ids.some(id => !known.has(id)))
    .map(([field]) => ({ field: `audience.${field}`, ...sentence('campaigns.segmentGone') }))
}

async function planSchedule(
  db: Db,
  campaign: CampaignRecord,
  { applicationId, now, keptRun = null, turns }: LaunchCheck,
): Promise<Pick<LaunchPlan, 'timezone' | 'nextRunAt' | 'nextOpensAt' | 'expiresAt'> | { errors: FieldFailure[] }> {
  const schedule = scheduleOf(campaign.schedule)
  if (schedule === null) return { errors: [{ field: 'schedule', ...sentence('campaigns.schedule') }] }
  const past = turns?.past ? epochSeconds(turns.past) : undefined
  const from = Math.max(epochSeconds(now), (past ?? -Infinity) + 1)
  const view: ScheduleView = { timezone: await selectTimezone(db, applicationId), from, past, made: turns?.made }
  const timezone = clockOf(schedule, view.timezone)
  const end = endOf(schedule, view.timezone)
  const expiresAt = end === null ? null : new Date(end)
  const at = (run: number) => ({
    nextRunAt: new Date(run * 1000),
    nextOpensAt: new Date(spanOf(schedule, view.timezone, run).opens * 1000),
  })
  if (keptRun !== null) return { timezone, expiresAt, ...at(epochSeconds(keptRun)) }
  const fault = checkSchedule(schedule, view)
  if (fault !== null) return { errors: [{ field: fault.field, ...fault.sentence }] }
  const [run] = nextRuns(schedule, view)
  if (isImmediate(schedule) || run === undefined) return { timezone, nextRunAt: null, nextOpensAt: null, expiresAt }
  return { timezone, expiresAt, ...at(run) }
}
