/** Reads campaigns: lists, counts by status, and a single one. */
import type { Channel } from '@notifly/contracts/applications/applications'
import {
  type Campaign,
  CAMPAIGN_STATUSES,
  type CampaignRow,
  type CampaignStatus,
} from '@notifly/contracts/campaigns/campaigns'
import type { MomentSpan } from '@notifly/contracts/schedules/moments'
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { inWords } from '@notifly/contracts/sentences/english'
import { selectTimezone } from '../../../db/application-timezone.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { Page } from '../../../http/route.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { openRequestsOn } from '../../approvals/approvals.ts'
import { presentAttachment } from '../drafts/attachments.ts'
import {
  countByStatus,
  type ListedCampaign,
  type ListFilter,
  type ListSort,
  selectCampaigns,
  selectContent,
  selectRunCounters,
} from './list-queries.ts'
import { audienceOf, checkMessage, scheduleOf } from '../launch/launch-check.ts'
import {
  type CampaignKey,
  selectAttachments,
  selectQuietHours,
  selectRecord,
  selectSegmentNames,
  selectTurns,
} from '../queries.ts'
import { presentCounts, runStatus, selectScheduled } from '../../runs/runs.ts'
import { spansOfRuns, storedGroups } from '../clock/moments.ts'
import { HAS_RUNS_TO_COME, runsToCome } from '../clock/to-come.ts'
import type { QuietHours } from '../../../engine/snapshot/recipient-clock.ts'
import { countDelivered, countHandedOver, STATE } from '../../../engine/states.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { readWords } from '../../../lib/stored-words.ts'
import { clockOf, words, wordsOfMoment } from '../../schedules/schedules.ts'
import { blockedWords } from '../channel-words.ts'

/** The campaigns of some channels of an application. */
export interface CampaignsOn {
  applicationId: string
  channels: readonly Channel[]
}

interface Range {
  search?: string | undefined
  tag?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The campaigns of one channel of an application. */
export interface CampaignsOf {
  applicationId: string
  channel: Channel
}

interface ListQuery extends Range {
  page: number
  per_page: number
  status?: string | undefined
  sort?: ListSort | `-${ListSort}` | undefined
}

/** Days that a list shows if no range is given, including today. */
const DAYS_SHOWN = 30

/** One page of the range, last changed first unless sorted otherwise. Throws invalidInput for an unknown status. */
export async function listCampaigns(
  db: Db,
  which: CampaignsOn,
  query: ListQuery,
  now: Date,
): Promise<Page<CampaignRow>> {
  const timezone = await selectTimezone(db, which.applicationId)
  const filter = { ...rangeFilter(which, query, timezone, now), statuses: statusesOf(query.status) }
  const sort = query.sort ?? '-updated_on'
  const view = {
    sort: sort.replace('-', '') as ListSort,
    descending: sort.startsWith('-'),
    page: query.page,
    perPage: query.per_page,
  }
  const [rows, counts] = await Promise.all([selectCampaigns(db, filter, view), countByStatus(db, filter)])
  const total = counts.reduce((sum, { n }) => sum + n, 0)
  return { rows: await presentAll(db, which.applicationId, rows, { timezone, now }), total }
}

/** The campaign with that id, of any date; empty if it is not in this list. */
export async function findCampaign(db: Db, which: CampaignsOn, campaignId: string, now: Date): Promise<CampaignRow[]> {
  const view = { sort: 'updated_on', descending: true, page: 1, perPage: 1 } as const
  const rows = await selectCampaigns(db, { ...which, campaignId }, view)
  return presentAll(db, which.applicationId, rows, { timezone: await selectTimezone(db, which.applicationId), now })
}

/** How many campaigns of the range have each status; statuses without campaigns are left out. */
export async function countCampaigns(
  db: Db,
  which: CampaignsOn,
  query: Range,
  now: Date,
): Promise<Record<string, number>> {
  const timezone = await selectTimezone(db, which.applicationId)
  const counts = await countByStatus(db, rangeFilter(which, query, timezone, now))
  return Object.fromEntries(counts.map(({ status, n }) => [status, n]))
}

/** Throws notFound. */
export async function readCampaign(db: Db, key: CampaignKey, now: Date): Promise<Campaign> {
  const { applicationId, channel, campaignId } = key
  const view = { sort: 'updated_on', descending: true, page: 1, perPage: 1 } as const
  const rows = await selectCampaigns(db, { applicationId, channels: [channel], campaignId }, view)
  const timezone = await selectTimezone(db, applicationId)
  const [row] = await presentAll(db, applicationId, rows, { timezone, now })
  if (row === undefined) throw new AppError('notFound')
  const [content, files] = await Promise.all([selectContent(db, applicationId, campaignId), selectAttachments(db, key)])
  const { problems } = await checkMessage(db, { applicationId, channel }, content)
  const next_runs = await nextRunsOf(db, key, { timezone, now })
  const quiet = await selectQuietHours(db, applicationId)
  const next_spans = rows[0] === undefined ? null : spansOf(rows[0], { timezone, quiet, now }, next_runs)
  return { ...row, ...content, attachments: files.map(presentAttachment), problems, next_runs, next_spans }
}

const RUNS_LISTED = 10

async function nextRunsOf(db: Db, key: CampaignKey, view: { timezone: string; now: Date }): Promise<number[]> {
  const record = await selectRecord(db, key)
  const schedule = record === undefined ? null : scheduleOf(record.schedule)
  if (record === undefined || schedule === null || record.nextRunAt === null) return []
  const { made } = await selectTurns(db, key)
  return runsToCome({ ...record, schedule, nextRunAt: record.nextRunAt, made }, view, { limit: RUNS_LISTED })
}

const OPEN_RUN: ReadonlySet<string | null> = new Set(['preparing', 'executing', 'paused', 'cancelling'])

async function presentAll(
  db: Db,
  applicationId: string,
  rows: readonly ListedCampaign[],
  view: { timezone: string; now: Date },
): Promise<CampaignRow[]> {
  const segmentIds = rows.flatMap(row => row.audience.segment_uuids ?? [])
  const runIds = rows.flatMap(row => row.run_id ?? [])
  const ids = rows.map(row => row.campaign_id)
  const openRunIds = rows.flatMap(row => (row.run_id !== null && OPEN_RUN.has(row.run_state) ? [row.run_id] : []))
  const [segments, counters, scheduled, requests, quiet] = await Promise.all([
    selectSegmentNames(db, applicationId, segmentIds),
    selectRunCounters(db, applicationId, runIds),
    selectScheduled(db, [applicationId], openRunIds, view.now),
    openRequestsOn(db, applicationId, 'campaign', ids),
    selectQuietHours(db, applicationId),
  ])
  return rows.map(row => {
    const own = counters.filter(({ run_id }) => run_id === row.run_id)
    const counts = new Map(own.map(({ state, n }) => [state, n]))
    return presentRow(row, { ...view, segments, scheduled, requests, quiet, counts })
  })
}

function rangeFilter(which: CampaignsOn, { search, tag, from, to }: Range, timezone: string, now: Date): ListFilter {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  const last = dayOr('to', to, today)
  const first = dayOr('from', from, last.subtract({ days: DAYS_SHOWN - 1 }))
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timezone).epochMilliseconds)
  return { ...which, search, tag, from: startOf(first), until: startOf(last.add({ days: 1 })) }
}

/** The pattern accepts February 30. */
function dayOr(field: string, given: string | undefined, otherwise: Temporal.PlainDate): Temporal.PlainDate {
  if (given === undefined) return otherwise
  try {
    return Temporal.PlainDate.from(given)
  } catch {
    throw invalidField(field, sentence('campaigns.noDay'))
  }
}

/** Names or numbers (the position in the list of statuses), separated by commas. */
function statusesOf(given: string | undefined): CampaignStatus[] | undefined {
  const words = (given ?? '').split(',').map(word => word.trim().toLowerCase())
  const wanted = words.filter(word => word !== '')
  if (wanted.length === 0) return undefined
  return wanted.map(word => {
    const status = /^\d+$/.test(word) ? CAMPAIGN_STATUSES[Number(word)] : CAMPAIGN_STATUSES.find(name => name === word)
    if (status === undefined) throw invalidField('status', sentence('campaigns.noStatus', { status: word }))
    return status
  })
}

// A campaign as the API returns it.

interface RowView {
  timezone: string
  now: Date
  /** The application's time zone. */
  quiet: QuietHours
  /** Names of segments by id. */
  segments: ReadonlyMap<string, string>
  /** Of its latest run. */
  counts: ReadonlyMap<number, number>
  /** Recipients who wait for their moment, by run. */
  scheduled: ReadonlyMap<string, number>
  /** Open requests by campaign. */
  requests: ReadonlyMap<string, string>
}

function presentRow(row: ListedCampaign, view: RowView): CampaignRow {
  const audience = audienceOf(row.audience)
  const schedule = scheduleOf(row.schedule)
  const timezone = schedule === null ? view.timezone : clockOf(schedule, view.timezone)
  const approvalId = view.requests.get(row.campaign_id)
  const next_run = row.next_run_at !== null && IS_WAITING.has(row.status) ? epochSeconds(row.next_run_at) : null
  const startedOn = row.run_opens_at === null ? null : epochSeconds(row.run_started_at ?? row.run_opens_at)
  return {
    uuid: row.campaign_id,
    platform: row.channel,
    campaignName: row.name,
    status: row.status,
    ...presentStatusReason(reasonOf(row)),
    schedule,
    words: wordsOf(row, view),
    timezone,
    next_run,
    next_moments: next_run === null ? null : (spansOf(row, view, [next_run])?.[0] ?? null),
    paused_on: row.paused_at !== null && IS_WAITING.has(row.status) ? epochSeconds(row.paused_at) : null,
    audience,
    audience_names: (audience?.segment_uuids ?? []).flatMap(id => view.segments.get(id) ?? []),
    recipients: recipientsOf(row, view.counts),
    sent: countHandedOver(view.counts),
    delivered: countDelivered(view.counts, row.run_reports_delivery),
    counts: presentCounts(view.counts, row.channel, view.scheduled.get(row.run_id ?? '') ?? 0),
    run_uuid: row.run_id,
    run_status:
      row.run_state === null || row.run_opens_at === null ? null : runStatus(row.run_state, row.run_opens_at, view.now),
    started_on: startedOn,
    undo_until: undoUntil(row, view.now),
    updated_by: row.updated_by,
    updated_by_uuid: row.updated_by_uuid,
    updated_on: epochSeconds(row.updated_at),
    ...(row.tags.length > 0 && { tags: row.tags }),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

function undoUntil({ run_is_undoable: isUndoable, run_opens_at: opensAt }: ListedCampaign, now: Date): number | null {
  return isUndoable === true && opensAt !== null && opensAt > now ? epochSeconds(opensAt) : null
}

/** When the messages of these runs leave in recipients' time zones; null if all leave at the same time. */
function spansOf(
  row: ListedCampaign,
  view: Pick<RowView, 'timezone' | 'quiet' | 'now'>,
  runs: readonly number[],
): MomentSpan[] | null {
  const schedule = scheduleOf(row.schedule)
  return schedule && spansOfRuns(schedule, storedGroups(row.audience), momentsView(row, view), runs)
}

/** For a campaign that has been launched: when its schedule was chosen. */
export function momentsView(
  { schedule_since: since }: { schedule_since: Date | null },
  { timezone, quiet, now }: Pick<RowView, 'timezone' | 'quiet' | 'now'>,
) {
  return { timezone, quiet, now: epochSeconds(now), since: epochSeconds(since ?? now) }
}

/** The intended recipients: as counted at scheduling, later those of its run without the skipped. */
function recipientsOf(row: ListedCampaign, counts: ReadonlyMap<number, number>): number | null {
  if (row.run_started_at === null) return row.audience.recipients ?? null
  return Math.max(0, (row.run_recipients ?? 0) - (counts.get(STATE.skipped) ?? 0))
}

const IS_WAITING: ReadonlySet<CampaignStatus> = new Set(HAS_RUNS_TO_COME)

/** Why it failed, waits or is paused. */
function reasonOf(row: ListedCampaign): Words | null {
  if (row.failure !== null) return readWords(row.failure)
  if (row.status === 'scheduled' && !row.is_configured) return blockedWords(row.channel)
  return row.run_state_reason === null ? null : readWords(row.run_state_reason)
}

/** In English, and for our own sentences also as data. */
export function presentStatusReason(
  reason: Words | null,
): Pick<CampaignRow, 'status_reason' | 'status_reason_sentence'> {
  return {
    status_reason: reason === null ? null : inWords(reason).message,
    status_reason_sentence: typeof reason === 'object' ? reason : null,
  }
}

/** A recurring schedule as a whole; a single time as its moment once that is known, so that it can be read after it has passed. */
function wordsOf(row: ListedCampaign, { now, timezone }: RowView): string {
  const schedule = scheduleOf(row.schedule)
  const isOnce = schedule === null || schedule.message_type.type === 1
  const moment = isOnce ? (row.run_moment ?? row.next_run_at) : null
  if (schedule === null) return 'Not scheduled yet'
  return moment === null
    ? words(schedule, { timezone, from: epochSeconds(row.schedule_since ?? now) })
    : wordsOfMoment(schedule, timezone, epochSeconds(moment))
}
