/** A campaign as the wire has it. */
import { countHandedOver, STATE } from '../../../engine/states.ts'
import type { CampaignRow, CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import { inWords } from '@notifly/contracts/sentences/english'
import type { Words } from '@notifly/contracts/sentences/sentence'
import { epochSeconds } from '../../../lib/clock.ts'
import { readWords } from '../../../lib/stored-words.ts'
import { clockOf, words, wordsOfMoment } from '../../schedules/schedules.ts'
import { presentCounts, runStatus } from '../../runs/runs.ts'
import { blockedWords } from '../channel-words.ts'
import { audienceOf, scheduleOf } from '../launch/launch-check.ts'
import type { ListedCampaign } from '../lists/list-queries.ts'
import { HAS_RUNS_TO_COME } from '../clock/to-come.ts'

export interface RowView {
  timezone: string
  now: Date
  /** Names of segments by id. */
  segments: ReadonlyMap<string, string>
  /** Of its latest run. */
  counts: ReadonlyMap<number, number>
  /** Recipients who wait for their moment, by run. */
  scheduled: ReadonlyMap<string, number>
  /** Open requests by campaign. */
  requests: ReadonlyMap<string, string>
}

export function presentRow(row: ListedCampaign, view: RowView): CampaignRow {
  const audience = audienceOf(row.audience)
  const schedule = scheduleOf(row.schedule)
  const timezone = schedule === null ? view.timezone : clockOf(schedule, view.timezone)
  const approvalId = view.requests.get(row.campaign_id)
  const startedOn = row.run_opens_at === null ? null : epochSeconds(row.run_started_at ?? row.run_opens_at)
  return {
    uuid: row.campaign_id,
    platform: row.channel,
    campaignName: row.name,
    status: row.status,
    ...saidReason(reasonOf(row)),
    schedule,
    words: wordsOf(row, view),
    timezone,
    next_run: row.next_run_at !== null && IS_WAITING.has(row.status) ? epochSeconds(row.next_run_at) : null,
    paused_on: row.paused_at !== null && IS_WAITING.has(row.status) ? epochSeconds(row.paused_at) : null,
    audience,
    audience_names: (audience?.segment_uuids ?? []).flatMap(id => view.segments.get(id) ?? []),
    recipients: recipientsOf(row, view.counts),
    sent: countHandedOver(view.counts),
    counts: presentCounts(view.counts, row.channel, view.scheduled.get(row.run_id ?? '') ?? 0),
    run_uuid: row.run_id,
    run_status:
      row.run_state === null || row.run_opens_at === null ? null : runStatus(row.run_state, row.run_opens_at, view.now),
    started_on: startedOn,
    updated_by: row.updated_by,
    updated_on: epochSeconds(row.updated_at),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}

/** Those who are meant to get it: counted when it was scheduled, then those of its run without the skipped. */
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

/** In English, and a sentence of ours as data too. */
export function saidReason(reason: Words | null): Pick<CampaignRow, 'status_reason' | 'status_reason_sentence'> {
  return {
    status_reason: reason === null ? null : inWords(reason).message,
    status_reason_sentence: typeof reason === 'object' ? reason : null,
  }
}

/** What recurs as a whole; one time as its moment once it is known, which stays readable after it has passed. */
function wordsOf(row: ListedCampaign, { now, timezone }: RowView): string {
  const schedule = scheduleOf(row.schedule)
  const isOnce = schedule === null || schedule.message_type.type === 1
  const moment = isOnce ? (row.run_moment ?? row.next_run_at) : null
  if (schedule === null) return 'Not scheduled yet'
  return moment === null
    ? words(schedule, { timezone, from: epochSeconds(row.schedule_since ?? now) })
    : wordsOfMoment(schedule, timezone, epochSeconds(moment))
}
