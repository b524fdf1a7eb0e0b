/** Who a campaign would reach and when it would run, before it exists. */
import type { AbSplit, AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { CampaignAudience, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { english } from '@notifly/contracts/sentences/english'
import type { Sentence } from '@notifly/contracts/sentences/sentence'
import type { SmsBill } from '@notifly/contracts/sms/sms'
import { estimateClocks } from '../../../engine/runs/runs.ts'
import { type AudienceEstimate, estimateAudience, sampleAudience } from '../../../people/reach/audience.ts'
import { costlyRead } from '../../../db/fair-places.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { checkSchedule, endOf, followsRecipients, lastRun, nextRuns, words } from '../../schedules/schedules.ts'
import type { CampaignsOf } from '../lists/list.ts'
import { splitOf } from '../drafts/ab-test.ts'
import { selectSettings, selectTimezone } from '../queries.ts'
import { charactersMaxOf, type SmsContent } from '../../../channels/sms/sms.ts'
import { isTextSameForAll, measureText } from '../../templates/templates.ts'
import { completeContent, type StoredContent } from '../drafts/content.ts'

interface EstimateQuery {
  audience?: CampaignAudience | undefined
  topic_uuid?: string | null | undefined
  schedule?: Schedule | undefined
  /** The clock of a schedule that names none; the application's when absent. */
  timezone?: string | undefined
  /** Epoch seconds; now when absent. */
  from?: number | undefined
  ab_test?: AbTest | null | undefined
}

interface EstimatedClocks {
  clocks?: { zones: number; without: number }
  best_hour?: { known: number; of: number; application: number | null }
}

type Estimate = AudienceEstimate &
  EstimatedClocks & { next_runs: number[]; last_run: number | null; words: string; ab_test: EstimatedTest | null }
type EstimatedTest = AbSplit & { problem: string | null; problem_sentence: Sentence | null; ends_early: boolean }

/** An empty audience reaches no one. Throws invalidInput for a day beyond the year that can be scheduled. */
export async function estimateCampaign(
  { database, clock }: Deps,
  { applicationId, channel }: CampaignsOf,
  query: EstimateQuery,
): Promise<Estimate> {
  const { audience = { segment_uuids: [], exclude_segment_uuids: [] }, schedule, topic_uuid: topicId = null } = query
  const timezone = query.timezone ?? (await selectTimezone(database.kysely, applicationId))
  const view = { timezone, from: query.from ?? epochSeconds(clock.now()) }
  const fault = schedule === undefined ? null : checkSchedule(schedule, view)
  // What has passed or is not complete yet is simply left out here.
  if (fault?.reason === 'too_late') throw invalidField(fault.field, fault.sentence)
  const asked = { applicationId, channel, audience, topicId, now: clock.now() } as const
  const { reached, clocks } = await costlyRead(database.kysely, applicationId, async tx => ({
    reached: await estimateAudience(tx, asked),
    clocks: schedule === undefined ? {} : await clocksOf(tx, asked, schedule),
  }))
  const last_run = schedule === undefined ? null : lastRun(schedule, view)
  const end = schedule === undefined ? null : endOf(schedule, timezone)
  return {
    ...reached,
    ...clocks,
    next_runs: schedule === undefined ? [] : nextRuns(schedule, view),
    last_run,
    words: schedule === undefined ? '' : words(schedule, view),
    ab_test: query.ab_test ? estimateTest(query.ab_test, reached.recipients, { last: last_run, end }) : null,
  }
}

const HOUR_SECONDS = 3600

/** `last`: the last run before the end, in seconds; `end` in milliseconds. */
function estimateTest(
  test: AbTest,
  recipients: number,
  { last, end }: { last: number | null; end: number | null },
): EstimatedTest | null {
  const split = splitOf(test, recipients)
  if (split === null) return null
  const { problem, ...groups } = split
  const hours = test.after_hours ?? 0
  const ends_early = last !== null && end !== null && (last + hours * HOUR_SECONDS) * 1000 > end
  return { ...groups, problem: problem && english(problem), problem_sentence: problem, ends_early }
}

/** Asked only of schedules that look at them. */
async function clocksOf(
  db: Db,
  asked: Parameters<typeof estimateClocks>[1],
  schedule: Schedule,
): Promise<EstimatedClocks> {
  const wantsHour = schedule.campaign_start_date.type === 2
  const wantsClocks = followsRecipients(schedule)
  if (!wantsHour && !wantsClocks) return {}
  const { zones, without, of, known, applicationHour: application } = await estimateClocks(db, asked)
  return {
    ...(wantsClocks && { clocks: { zones, without } }),
    ...(wantsHour && { best_hour: { known, of, application } }),
  }
}

// What the text messages of a campaign add up to: those that its recipients would really get, not one person's times their number.

interface BillQuery extends StoredContent {
  audience?: CampaignAudience | undefined
}

/** More of them move the figure by less than a percent. */
const SAMPLE = 1_000

/** Throws notFound for a template that the application does not have. */
export async function estimateBill(
  { database, clock, config }: Deps,
  applicationId: string,
  query: BillQuery,
): Promise<SmsBill> {
  const { audience = { segment_uuids: [], exclude_segment_uuids: [] }, ...own } = query
  const db = database.kysely
  const complete = await completeContent(db, { applicationId, channel: 'sms' }, own)
  const content = complete.content as SmsContent
  const asked = {
    applicationId,
    channel: 'sms',
    audience,
    topicId: query.topic_uuid ?? null,
    now: clock.now(),
  } as const
  const text = { content, publicUrl: config.publicUrl }
  const isSame = await isTextSameForAll(applicationId, text)
  const { recipients, people } = await costlyRead(db, applicationId, async tx => ({
    recipients: (await estimateAudience(tx, asked)).recipients,
    people: isSame ? [{}] : await sampleAudience(tx, asked, SAMPLE),
  }))
  const settings = await selectSettings(db, applicationId, 'sms')
  const { sizes } = await measureText(applicationId, { ...text, people, charactersMax: charactersMaxOf(settings) })
  const measured = sizes.sampled + sizes.unsendable
  const total = measured === 0 ? 0 : Math.round((sizes.sum / measured) * recipients)
  return { ...sizes, recipients, total, is_exact: isSame || measured >= recipients }
}
