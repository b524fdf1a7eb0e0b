/** Whom a campaign would reach, and when it would run, before it exists. */
import type { AbSplit, AbTest } from '@notifly/contracts/campaigns/ab-tests'
import type { CampaignAudience, Schedule } from '@notifly/contracts/campaigns/campaigns'
import { english } from '@notifly/contracts/sentences/english'
import type { Sentence } from '@notifly/contracts/sentences/sentence'
import type { MomentSpan, RecipientMoment } from '@notifly/contracts/schedules/moments'
import type { SmsBill } from '@notifly/contracts/sms/sms'
import { selectTimezone } from '../../../db/application-timezone.ts'
import { estimateHours } from '../../../engine/runs/runs.ts'
import {
  type AudienceClock,
  type AudienceEstimate,
  type AudienceQuery,
  estimateAudience,
  sampleAudience,
} from '../../../people/reach/audience.ts'
import { ensureAudienceStatistics } from '../../../people/contacts/planner-statistics.ts'
import { costlyRead } from '../../../db/fair-places.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import {
  checkSchedule,
  endOf,
  usesRecipientTimeZone,
  isImmediate,
  lastRun,
  nextRuns,
  words,
} from '../../schedules/schedules.ts'
import { groupsByClock, momentsOfRun, runsWithRecipients, spansOfRuns } from '../clock/moments.ts'
import type { CampaignsOf } from '../lists/list.ts'
import { splitOf } from '../drafts/ab-test.ts'
import { selectQuietHours, selectSettings, selectUndoSeconds } from '../queries.ts'
import { charactersMaxOf, type SmsContent } from '../../../channels/sms/sms.ts'
import { isTextSameForAll, measureText } from '../../templates/templates.ts'
import { completeContent, type StoredContent } from '../drafts/content.ts'

interface EstimateQuery {
  audience?: CampaignAudience | undefined
  topic_uuid?: string | null | undefined
  schedule?: Schedule | undefined
  /** The time zone of a schedule that names none; by default the application's. */
  timezone?: string | undefined
  /** Epoch seconds; by default now. */
  from?: number | undefined
  ab_test?: AbTest | null | undefined
}

interface EstimatedTiming {
  next_runs: number[]
  clocks?: { zones: number; without: number }
  moments?: RecipientMoment[]
  next_spans?: MomentSpan[]
  best_hour?: { known: number; of: number; application: number | null }
}

type Estimate = Omit<AudienceEstimate, 'clocks'> &
  EstimatedTiming & { last_run: number | null; words: string; ab_test: EstimatedTest | null }
type EstimatedTest = AbSplit & { problem: string | null; problem_sentence: Sentence | null; ends_early: boolean }

/** An empty audience has no recipients. Throws invalidInput for a day beyond the year that can be scheduled. */
export async function estimateCampaign(
  { database, clock }: Deps,
  { applicationId, channel }: CampaignsOf,
  query: EstimateQuery,
): Promise<Estimate> {
  const { audience = { segment_uuids: [], exclude_segment_uuids: [] }, schedule, topic_uuid: topicId = null } = query
  const timezone = query.timezone ?? (await selectTimezone(database.kysely, applicationId))
  const from = query.from ?? epochSeconds(clock.now())
  const wait = schedule && isImmediate(schedule) ? await selectUndoSeconds(database.kysely, applicationId) : 0
  const view = { timezone, from: from + wait }
  const fault = schedule === undefined ? null : checkSchedule(schedule, view)
  // Schedules that have passed or are incomplete are left out here.
  if (fault?.reason === 'too_late') throw invalidField(fault.field, fault.sentence)
  const asked = { applicationId, channel, audience, topicId, now: clock.now() } as const
  await ensureAudienceStatistics(database, applicationId)
  const { timing, ...reached } = await costlyRead(database.kysely, applicationId, async tx => {
    const found = await estimateAudience(tx, asked)
    return {
      ...found,
      timing: schedule === undefined ? { next_runs: [] } : await timingOf(tx, asked, found, schedule, view),
    }
  })
  const last_run = schedule === undefined ? null : lastRun(schedule, view)
  const end = schedule === undefined ? null : endOf(schedule, timezone)
  return {
    matched: reached.matched,
    recipients: reached.recipients,
    skipped: reached.skipped,
    ...timing,
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

/** The upcoming runs; for a schedule by recipients' time zones or habits also those, and the moments of the first run. */
async function timingOf(
  db: Db,
  asked: AudienceQuery,
  { clocks }: AudienceEstimate,
  schedule: Schedule,
  { timezone, from }: { timezone: string; from: number },
): Promise<EstimatedTiming> {
  const runs = nextRuns(schedule, { timezone, from })
  const wantsHour = schedule.campaign_start_date.type === 2
  const wantsClocks = usesRecipientTimeZone(schedule)
  if (!wantsHour && !wantsClocks && schedule.advanced?.do_not_disturb !== true) return { next_runs: runs }
  const hours = wantsHour ? await estimateHours(db, asked, timezone) : null
  const groups = hours?.groups ?? groupsByClock(clocks, timezone)
  const view = { timezone, quiet: await selectQuietHours(db, asked.applicationId), since: from, now: from }
  const next_runs = runsWithRecipients(schedule, groups, view, runs)
  const moments = momentsOfRun(schedule, groups, view, next_runs)
  const next_spans = spansOfRuns(schedule, groups, view, next_runs)
  return {
    next_runs,
    ...(wantsClocks && { clocks: ownClocks(clocks, timezone) }),
    ...(hours && { best_hour: { known: hours.known, of: peopleOf(groups), application: hours.applicationHour } }),
    ...(moments !== null && { moments }),
    ...(next_spans !== null && { next_spans }),
  }
}

/** How many time zones the recipients have, and how many recipients have none. */
function ownClocks(clocks: readonly AudienceClock[], timezone: string): { zones: number; without: number } {
  const own = clocks.filter(({ timezone: name, timezone_offset: offset }) => name !== null || offset !== null)
  return { zones: groupsByClock(own, timezone).length, without: peopleOf(clocks) - peopleOf(own) }
}

function peopleOf(groups: readonly { people: number }[]): number {
  return groups.reduce((sum, { people }) => sum + people, 0)
}

// The total of a campaign's text messages, computed for the actual recipients, not as one person's count times their number.

interface BillQuery extends StoredContent {
  audience?: CampaignAudience | undefined
}

/** A larger sample changes the figure by less than one percent. */
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
