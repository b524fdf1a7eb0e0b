/** Who a campaign would reach and when it would run, before it exists. */
import type { AbSplit, AbTest } from '@notifly/contracts/ab-tests'
import type { CampaignAudience, Schedule } from '@notifly/contracts/campaigns'
import { type AudienceEstimate, estimateAudience } from '../../delivery/runs.ts'
import type { Deps } from '../../http/deps.ts'
import { invalidField } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { checkSchedule, nextRuns, words } from '../schedules/schedules.ts'
import { splitOf } from './ab-test.ts'
import { CHANNEL, selectTimezone } from './queries.ts'

export interface EstimateQuery {
  audience?: CampaignAudience | undefined
  topic_uuid?: string | null | undefined
  schedule?: Schedule | undefined
  /** The clock of a schedule that names none; the application's when absent. */
  timezone?: string | undefined
  /** Epoch seconds; now when absent. */
  from?: number | undefined
  ab_test?: AbTest | null | undefined
}

export type Estimate = AudienceEstimate & { next_runs: number[]; words: string; ab_test: EstimatedTest | null }
type EstimatedTest = AbSplit & { problem: string | null }

/** Nobody chosen is nobody reached. Throws invalidInput for a day beyond the year that can be scheduled. */
export async function estimateCampaign(
  { database, clock }: Deps,
  applicationId: string,
  query: EstimateQuery,
): Promise<Estimate> {
  const { audience = { segment_uuids: [], exclude_segment_uuids: [] }, schedule, topic_uuid: topicId = null } = query
  const timezone = query.timezone ?? (await selectTimezone(database.kysely, applicationId))
  const view = { timezone, from: query.from ?? epochSeconds(clock.now()) }
  const fault = schedule === undefined ? null : checkSchedule(schedule, view)
  // What has passed or is not complete yet is simply left out here.
  if (fault?.reason === 'too_late' || fault?.reason === 'not_offered') throw invalidField(fault.field, fault.message)
  const reached = await estimateAudience(database.kysely, {
    applicationId,
    channel: CHANNEL,
    audience,
    topicId,
    now: clock.now(),
  })
  return {
    ...reached,
    next_runs: schedule === undefined ? [] : nextRuns(schedule, view),
    words: schedule === undefined ? '' : words(schedule, view),
    ab_test: query.ab_test ? splitOf(query.ab_test, reached.recipients) : null,
  }
}
