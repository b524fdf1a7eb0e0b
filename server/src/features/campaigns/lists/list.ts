/** Reading campaigns: the list, its counts per status, and one whole. */
import type { Channel } from '@notifly/contracts/applications/applications'
import {
  CAMPAIGN_STATUSES,
  type Campaign,
  type CampaignRow,
  type CampaignStatus,
} from '@notifly/contracts/campaigns/campaigns'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../../db/schema/tables.ts'
import type { Page } from '../../../http/route.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { openRequestsOn } from '../../approvals/approvals.ts'
import { presentAttachment } from '../drafts/drafts.ts'
import { judgeMessage } from '../drafts/message.ts'
import {
  countByStatus,
  type ListedCampaign,
  type ListFilter,
  type ListSort,
  selectCampaigns,
  selectContent,
  selectRunCounters,
} from './list-queries.ts'
import { presentRow } from '../drafts/present.ts'
import { scheduleOf } from '../launch/launch-check.ts'
import {
  type CampaignKey,
  selectAttachments,
  selectRecord,
  selectSegmentNames,
  selectTimezone,
  selectTurns,
} from '../queries.ts'
import { selectScheduled } from '../../runs/runs.ts'
import { runsToCome } from '../clock/to-come.ts'

/** The campaigns of some channels of an application. */
export interface CampaignsOn {
  applicationId: string
  channels: readonly Channel[]
}

interface Range {
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The campaigns of one channel of an application. */
export interface CampaignsOf {
  applicationId: string
  channel: Channel
}

export interface ListQuery extends Range {
  page: number
  per_page: number
  status?: string | undefined
  sort?: ListSort | `-${ListSort}` | undefined
}

/** A list without a range shows so many days, today included. */
const DAYS_SHOWN = 30

/** One page of the range; last touched first unless sorted otherwise. Throws invalidInput for an unknown status. */
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

/** The campaign of that id, of whatever time; none where it is not among them. */
export async function findCampaign(db: Db, which: CampaignsOn, campaignId: string, now: Date): Promise<CampaignRow[]> {
  const view = { sort: 'updated_on', descending: true, page: 1, perPage: 1 } as const
  const rows = await selectCampaigns(db, { ...which, campaignId }, view)
  return presentAll(db, which.applicationId, rows, { timezone: await selectTimezone(db, which.applicationId), now })
}

/** How many campaigns of the range have each status; those without any are left out. */
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
  const { problems } = await judgeMessage(db, { applicationId, channel }, content)
  const next_runs = await nextRunsOf(db, key, { timezone, now })
  return { ...row, ...content, attachments: files.map(presentAttachment), problems, next_runs }
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
  const [segments, counters, scheduled, requests] = await Promise.all([
    selectSegmentNames(db, applicationId, segmentIds),
    selectRunCounters(db, applicationId, runIds),
    selectScheduled(db, [applicationId], openRunIds, view.now),
    openRequestsOn(db, applicationId, 'campaign', ids),
  ])
  return rows.map(row => {
    const own = counters.filter(({ run_id }) => run_id === row.run_id)
    const counts = new Map(own.map(({ state, n }) => [state, n]))
    return presentRow(row, { ...view, segments, scheduled, requests, counts })
  })
}

function rangeFilter(which: CampaignsOn, { search, from, to }: Range, timezone: string, now: Date): ListFilter {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  const last = dayOr('to', to, today)
  const first = dayOr('from', from, last.subtract({ days: DAYS_SHOWN - 1 }))
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timezone).epochMilliseconds)
  return { ...which, search, from: startOf(first), until: startOf(last.add({ days: 1 })) }
}

/** The pattern lets February 30 through. */
function dayOr(field: string, given: string | undefined, otherwise: Temporal.PlainDate): Temporal.PlainDate {
  if (given === undefined) return otherwise
  try {
    return Temporal.PlainDate.from(given)
  } catch {
    throw invalidField(field, sentence('campaigns.noDay'))
  }
}

/** Names or numbers (their place in the list of statuses), separated by commas. */
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
