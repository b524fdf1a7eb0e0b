/** Front door of runs: lists, progress, recipients, and what happened to each recipient. */
import type { Recipient, RunProgress, RunRow, TrailEvent } from '@notifly/contracts/runs/deliveries'
import type { GoalFigures } from '@notifly/contracts/campaigns/goals'
import { inWords } from '@notifly/contracts/sentences/english'
import { readGoals } from '../../engine/goals/goals.ts'
import { reasonOf } from '../../engine/reasons.ts'
import { countDelivered, countHandedOver, ENGAGEMENT, STATE } from '../../engine/states.ts'
import type { RowRange } from '../../db/pages.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { readWords } from '../../lib/stored-words.ts'
import { type TestWithResults, presentTest, type ReadTest } from './ab-test.ts'
import { firstHours, recentRate, downsample, untilSettled, completeSamples } from './course.ts'
import { type Sample, selectSamples } from './course-queries.ts'
import { selectRecipient, selectSeqOfContact } from './recipient-queries.ts'
import { presentRecipient } from './recipients.ts'
import {
  type ReasonCount,
  type RunIds,
  type RunListRow,
  type RunPageRow,
  type RunsQuery,
  selectConfiguration,
  selectCounters,
  selectLatestRuns,
  selectNextDue,
  selectRetries,
  selectRun,
  selectRunIds,
  selectRuns,
  selectScheduled,
  sumSegments,
} from './run-queries.ts'
import { byReason, FAILED_STATES, type ReasonCounts, SKIPPED_STATES } from './reason-counts.ts'
import { presentCounts, runStatus } from './statuses.ts'
import { visibleRangeOf } from '../usage/usage.ts'
import { buildTrail } from './trail.ts'
import { selectAttempts, selectEvents } from './trail-queries.ts'
import { channelNamed, type ConfigurationRow, openConfiguration } from '../../channels/registry.ts'
import type { Secrets } from '../../lib/secrets.ts'

export { selectScheduled } from './run-queries.ts'
export { countersOf, currentStatus, presentCounts, reasonWords, runStatus } from './statuses.ts'
export { describeDelivery, describeEvent } from './trail.ts'

type Counters = ReadonlyMap<number, number>

/** Identifies a run by its own id, or all runs of a campaign by the campaign's. */
export interface WhichRuns {
  applicationId: string
  channel: string
  id: string
}

export async function listRuns(
  deps: Deps,
  query: RunsQuery,
  page: RowRange,
): Promise<{ rows: RunRow[]; total: number }> {
  const db = deps.database.kysely
  const { rows, total } = await selectRuns(db, query, page)
  const present = await presenterOf(db, [query.applicationId], rows, query.now)
  return { rows: rows.map(present), total }
}

/** The newest runs by application id, newest first. */
export async function latestRuns(
  { database: { kysely: db }, clock }: Pick<Deps, 'database' | 'clock'>,
  applicationIds: string[],
  perApplication: number,
): Promise<Map<string, RunRow[]>> {
  const rows = await selectLatestRuns(db, applicationIds, perApplication)
  const present = await presenterOf(db, applicationIds, rows, clock.now())
  return new Map(
    [...Map.groupBy(rows, row => row.application_id)].map(([applicationId, runs]) => [
      applicationId,
      runs.map(present),
    ]),
  )
}

/** Reads the counts of all these runs at once. */
async function presenterOf(
  db: Deps['database']['kysely'],
  applicationIds: string[],
  rows: readonly RunListRow[],
  now: Date,
): Promise<(row: RunListRow) => RunRow> {
  const ids = rows.map(row => row.run_id)
  const open = rows.filter(row => row.ended_at === null).map(row => row.run_id)
  const [counters, scheduled, goals] = await Promise.all([
    selectCounters(db, applicationIds, ids),
    selectScheduled(db, applicationIds, open, now),
    readGoals(db, applicationIds, ids),
  ])
  return row => {
    const counts = counters.get(row.run_id) ?? new Map<number, number>()
    return presentRun(row, { counts, scheduled: scheduled.get(row.run_id) ?? 0, goal: goals.get(row.run_id), now })
  }
}

/** Throws notFound for another application's run. */
export async function readProgress(
  deps: Deps,
  which: WhichRuns,
  { reasonCounts, readTest }: { reasonCounts: ReasonCounts; readTest: ReadTest },
): Promise<RunProgress> {
  const db = deps.database.kysely
  const { applicationId } = which
  const [found, provider] = await Promise.all([selectRun(db, which), readProvider(deps, which)])
  const run = orNotFound(found)
  const { run_id: runId } = run
  const now = deps.clock.now()
  const goesOn = run.state === 'executing'
  const [counters, samples, waiting, nextDue, retries, goals, segments] = await Promise.all([
    selectCounters(db, [applicationId], [runId]),
    selectSamples(db, applicationId, runId),
    run.ended_at === null ? selectScheduled(db, [applicationId], [runId], now) : null,
    goesOn ? selectNextDue(db, applicationId, runId, now) : null,
    goesOn ? selectRetries(db, applicationId, runId, now) : null,
    readGoals(db, [applicationId], [runId]),
    hasSegments(run) ? sumSegments(db, applicationId, runId) : null,
  ])
  const counts = counters.get(runId) ?? new Map<number, number>()
  const [reasons, tested] = await Promise.all([
    reasonCounts(applicationId, runId, counts, run.ended_at !== null),
    readTest({ applicationId, runId }, JSON.stringify([...counts])),
  ])
  return presentProgress({
    run,
    counts,
    scheduled: waiting?.get(runId) ?? 0,
    samples,
    reasons,
    tested,
    nextDue,
    retries,
    provider,
    segments,
    goal: goals.get(runId),
    now,
  })
}

/** While a run is active, they would have to be summed every second; afterwards they are available as long as its details are. */
function hasSegments({ channel, ended_at: endedAt, details_removed_at: removedAt }: RunPageRow): boolean {
  return channel === 'sms' && endedAt !== null && removedAt === null
}

interface ProgressParts {
  run: RunPageRow
  counts: Counters
  scheduled: number
  samples: readonly Sample[]
  reasons: readonly ReasonCount[]
  tested: TestWithResults | null
  nextDue: Date | null
  retries: { waiting: number; at: Date } | null
  provider: ProviderFacts
  segments: number | null
  goal: GoalFigures | undefined
  now: Date
}

function presentProgress(parts: ProgressParts): RunProgress {
  const { run, counts, scheduled, samples, reasons, tested, nextDue, retries, provider, segments, goal, now } = parts
  const row = presentRun(run, { counts, scheduled, goal, now })
  const latest = sampleOf(row, counts, now)
  const rate = row.status === 'executing' ? recentRate(samples, latest, run.started_at) : null
  const left = row.recipients - row.done
  const course = downsample(progressOf(run, samples, latest))
  return {
    ...row,
    audience_names: run.audience_names,
    is_everyone: run.is_everyone,
    // Of a test of contents each variant has its own.
    template_name: tested?.test.part === 'content' ? null : run.template_name,
    ...(run.template_language !== null && { template_language: run.template_language }),
    started_by: run.started_by,
    campaign: {
      repeats: run.repeats,
      next_run: run.next_run_at === null ? null : epochSeconds(run.next_run_at),
      status: run.campaign_status,
      paused_on: run.paused_at === null ? null : epochSeconds(run.paused_at),
    },
    subject: run.subject,
    rate_per_second: rate,
    seconds_left: rate === null || rate === 0 ? null : Math.ceil(left / rate),
    ...(nextDue !== null && { next_due_on: epochSeconds(nextDue) }),
    ...(retries !== null && { retrying: { waiting: retries.waiting, next_on: epochSeconds(retries.at) } }),
    ...(provider.limitPerSecond !== null && { limit_per_second: provider.limitPerSecond }),
    skipped: byReason(reasons, SKIPPED_STATES, nameOfReason),
    failed: byReason(reasons, FAILED_STATES, nameOfReason),
    // A run that was begun with a provider that does not may go on with one that does.
    reports_delivery: (run.reports_delivery ?? provider.reportsDelivery) || latest.delivered > 0,
    ...(segments !== null && { segments }),
    ...(run.channel === 'sms' && !run.has_short_links && { counts_no_clicks: true as const }),
    ...(run.details_removed_at !== null && { details_removed_on: epochSeconds(run.details_removed_at) }),
    ab_test: tested === null ? null : presentTest(tested, row),
    over_time: course.map(presentSample),
    ...(run.started_at !== null &&
      run.ended_at !== null && { engagement: engagementOf(run.started_at, samples, latest) }),
  }
}

const presentSample = ({ at, sent, delivered, opened, clicked }: Sample) => ({
  at: epochSeconds(at),
  sent,
  delivered,
  opened,
  clicked,
})

/** Opens and clicks so far. */
function engagementOf(startedAt: Date, samples: readonly Sample[], latest: Sample): RunProgress['engagement'] {
  const days = completeSamples(startedAt, samples, latest)
  return { hours: downsample(firstHours(days)).map(presentSample), days: downsample(days).map(presentSample) }
}

const nameOfReason = (reason: number): string | null => reasonOf(reason)?.name ?? null

function progressOf(run: RunPageRow, samples: readonly Sample[], latest: Sample): Sample[] {
  const { started_at: startedAt, ended_at: endedAt } = run
  const start = startedAt === null ? [] : [{ at: startedAt, done: 0, sent: 0, delivered: 0, opened: 0, clicked: 0 }]
  const all = [...start, ...samples, ...(isNews(samples.at(-1), latest) ? [latest] : [])]
  return endedAt === null ? all : untilSettled(all, endedAt)
}

function isNews(last: Sample | undefined, latest: Sample): boolean {
  const { sent, delivered, opened, clicked } = latest
  if (last === undefined) return sent > 0
  return last.sent !== sent || last.delivered !== delivered || last.opened !== opened || last.clicked !== clicked
}

function sampleOf(row: RunRow, counts: Counters, at: Date): Sample {
  const of = (counter: number): number => counts.get(counter) ?? 0
  return {
    at,
    done: row.done,
    sent: row.sent,
    delivered: of(STATE.delivered),
    opened: of(ENGAGEMENT.opened),
    clicked: of(ENGAGEMENT.clicked),
  }
}

interface RunFacts {
  counts: Counters
  scheduled: number
  goal: GoalFigures | undefined
  now: Date
}

function presentRun(run: RunListRow, { counts, scheduled, goal, now }: RunFacts): RunRow {
  const of = (state: number): number => counts.get(state) ?? 0
  const recipients = run.recipients - of(STATE.skipped)
  return {
    uuid: run.campaign_id,
    run_uuid: run.run_id,
    notification_type: run.channel,
    name: run.name,
    status: runStatus(run.state, run.opens_at, now),
    ...reasonOfState(run.state_reason),
    planned_on: run.occurrence_at === null ? null : epochSeconds(run.occurrence_at),
    started_on: epochSeconds(run.started_at ?? beginningOf(run)),
    ended_on: run.ended_at === null ? null : epochSeconds(run.ended_at),
    matched: run.recipients,
    recipients,
    done: recipients - of(STATE.pending),
    sent: countHandedOver(counts),
    delivered: countDelivered(counts, run.reports_delivery),
    counts: presentCounts(counts, run.channel, scheduled),
    ...(goal !== undefined && { goal }),
  }
}

function reasonOfState(stored: string | null): Pick<RunRow, 'status_reason' | 'status_reason_sentence'> {
  if (stored === null) return { status_reason: null, status_reason_sentence: null }
  const reason = readWords(stored)
  return {
    status_reason: inWords(reason).message,
    status_reason_sentence: typeof reason === 'string' ? null : reason,
  }
}

/** A missed run started at the time that passed, not when it was recorded. */
function beginningOf({ state, opens_at: opensAt, created_at: createdAt }: RunListRow): Date {
  return state === 'missed' || opensAt > createdAt ? opensAt : createdAt
}

/** At least one; throws notFound otherwise. */
export async function runsOf(deps: Deps, which: WhichRuns): Promise<[RunIds, ...RunIds[]]> {
  const [first, ...others] = await selectRunIds(deps.database.kysely, which)
  if (first === undefined) throw new AppError('notFound')
  return [first, ...others]
}

/** Those of the runs whose recipients the plan shows, and how far it reaches back if it excludes some. */
export async function shownRuns(
  deps: Deps,
  which: WhichRuns,
): Promise<{ runs: RunIds[]; reachesTo?: Date | undefined }> {
  const runs = await runsOf(deps, which)
  const back = await visibleRangeOf(deps, deps.database.kysely, which.applicationId)
  const shown = back === null ? runs : runs.filter(run => (run.started_at ?? run.opens_at) >= back.since)
  return { runs: shown, ...(shown.length < runs.length && { reachesTo: back?.since }) }
}

const RECIPIENT_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(\d{1,9}))?$/i

/** `recipient`: a delivery's id, or its contact's. Throws notFound if it is not in these runs. */
export async function readTrail(
  deps: Deps,
  which: WhichRuns,
  recipient: string,
): Promise<{ recipient: Recipient; timezone: string | null; events: TrailEvent[] }> {
  const db = deps.database.kysely
  const { applicationId } = which
  const runs = await runsOf(deps, which)
  const [, id = '', seq] = RECIPIENT_ID.exec(recipient) ?? []
  if (id === '') throw new AppError('notFound')
  const named = seq === undefined ? undefined : { runId: id.toLowerCase(), seq: Number(seq) }
  const key =
    named ??
    (await selectSeqOfContact(
      db,
      applicationId,
      runs.map(run => run.run_id),
      id,
    ))
  const run = runs.find(each => each.run_id === key?.runId)
  if (key === undefined || run === undefined) throw new AppError('notFound')
  const row = orNotFound(await selectRecipient(db, applicationId, key))
  const [attempts, events] = await Promise.all([
    selectAttempts(db, { applicationId, ...key }),
    selectEvents(db, { applicationId, ...key }),
  ])
  const startedAt = run.started_at ?? run.opens_at
  return {
    recipient: presentRecipient(row, { channel: run.channel, startedAt, now: deps.clock.now() }),
    timezone: row.timezone,
    events: buildTrail({ startedAt, matched: run.recipients }, row, attempts, events),
  }
}

// What a run's page has to know of the provider that carries its messages.

interface ProviderFacts {
  /** It says of each message that arrived that it did. */
  reportsDelivery: boolean
  /** The throttle of the settings; null where there is none. */
  limitPerSecond: number | null
}

/** From the channel's present configuration; unknown if there is none. */
async function readProvider(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  { applicationId, channel }: { applicationId: string; channel: string },
): Promise<ProviderFacts> {
  const row = await selectConfiguration(database.kysely, applicationId, channel)
  const provider = row && channelNamed(channel)?.providers[row.provider]
  if (row === undefined || provider === undefined) return { reportsDelivery: false, limitPerSecond: null }
  const settings = openOrPlain(row, secrets)
  const limit = settings['messages_per_second']
  return {
    reportsDelivery: provider.reportsDelivery(settings),
    limitPerSecond: typeof limit === 'number' && limit > 0 ? limit : null,
  }
}

/** A configuration that was sealed elsewhere cannot be opened: sending reports that, and pages show the settings that are not secret. */
function openOrPlain(row: ConfigurationRow, secrets: Secrets): Record<string, unknown> {
  try {
    return openConfiguration(row, secrets)
  } catch {
    return { ...(row.settings as object) }
  }
}
