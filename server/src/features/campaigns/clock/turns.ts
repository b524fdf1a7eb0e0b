/**
 * What becomes of the moments of a schedule that have come: at most one of them, the latest, has its run; the others are
 * missed. And which one is next.
 */
import type { Schedule } from '@notifly/contracts/campaigns/campaigns'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { epochSeconds } from '../../../lib/clock.ts'
import { endOf, laterRuns, spanOf } from '../../schedules/schedules.ts'
import { audienceOf, LATEST_MS } from '../launch/launch-check.ts'
import type { CampaignKey, CampaignRecord, NextRun } from '../queries.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { recordMissed } from '../../../engine/runs/runs.ts'

/** What people read where a moment passed unused. */
const TOO_LATE = sentence('campaigns.missed')
const OVERTAKEN = sentence('campaigns.overtaken')
const AFTER_SUNSET = sentence('campaigns.afterSunset')
const HELD_BACK = sentence('campaigns.heldBack')

interface Moment {
  at: Date
  reason: Sentence
}

export interface Turns {
  /** The moment that is to have its run now. */
  runAt: Date | null
  missed: Moment[]
  /** The moment after those; `made` says whether the run of `runAt` counts. */
  nextAfter: (made: boolean) => NextRun | null
}

interface TurnsView {
  schedule: Schedule
  /** The first moment that has not had its turn. */
  nextRunAt: Date
  since: Date | null
  timezone: string
  /** Runs so far. */
  made: number
  now: Date
  /** False: nothing may start now, and what could still start later keeps its turn. */
  isReady: boolean
}

/** The turns of a campaign that is due. */
export function turnsOf(view: TurnsView): Turns {
  const { schedule, now, isReady } = view
  const come = momentsCome(view)
  const latest = come.at(-1) ?? view.nextRunAt
  const end = endOf(schedule, view.timezone)
  const earliest = now.getTime() - LATEST_MS
  const lastOf = (at: Date) => spanOf(schedule, view.timezone, epochSeconds(at)).last * 1000
  const isMissed = (at: Date) => lastOf(at) <= earliest || (end !== null && now.getTime() > end)
  if (!isReady) {
    const waiting = come.find(at => !isMissed(at))
    const missed = come.filter(isMissed).map(at => ({ at, reason: TOO_LATE }))
    return { runAt: null, missed, nextAfter: () => next(view, waiting) ?? following(view, latest, view.made) }
  }
  const runAt = isMissed(latest) ? null : latest
  const missed = come
    .filter(at => at !== runAt)
    .map(at => {
      if (lastOf(at) <= earliest) return { at, reason: TOO_LATE }
      return { at, reason: runAt === null ? AFTER_SUNSET : OVERTAKEN }
    })
  return { runAt, missed, nextAfter: made => following(view, latest, view.made + (made ? 1 : 0)) }
}

/** What passed while a person held the campaign back has no run; it goes on with the next moment, null where none is left. */
export function turnsPassed(view: Omit<TurnsView, 'isReady'>): { missed: Moment[]; next: NextRun | null } {
  const come = momentsCome(view)
  const latest = come.at(-1) ?? view.nextRunAt
  return { missed: come.map(at => ({ at, reason: HELD_BACK })), next: following(view, latest, view.made) }
}

type Calendar = Pick<TurnsView, 'schedule' | 'nextRunAt' | 'since' | 'timezone' | 'now'>

function momentsCome({ schedule, nextRunAt, now, ...calendar }: Calendar): Date[] {
  const scheduleView = viewOf({ ...calendar, from: nextRunAt, made: -Infinity })
  // A run begins up to that much before its moment, never after it.
  const until = epochSeconds(now) + EARLIEST_SECONDS
  const hasCome = (run: number) => spanOf(schedule, calendar.timezone, run).opens <= epochSeconds(now)
  const others = laterRuns(schedule, scheduleView, { until }).filter(hasCome)
  return [nextRunAt, ...others.map(run => new Date(run * 1000))]
}

/** From the clock of UTC+14 to that of UTC-14. */
const EARLIEST_SECONDS = 28 * 3600

function following(calendar: Calendar, after: Date, made: number): NextRun | null {
  const [run] = laterRuns(calendar.schedule, viewOf({ ...calendar, from: after, made }), { limit: 1 })
  return next(calendar, run === undefined ? undefined : new Date(run * 1000))
}

function next({ schedule, timezone }: Calendar, at: Date | undefined): NextRun | null {
  if (at === undefined) return null
  return { at, opensAt: new Date(spanOf(schedule, timezone, epochSeconds(at)).opens * 1000) }
}

interface From {
  from: Date
  since: Date | null
  timezone: string
  made: number
}

function viewOf({ from, since, timezone, made }: From) {
  return { timezone, from: epochSeconds(from), ...(since !== null && { since: epochSeconds(since) }), made }
}

// Moments of a schedule that had no run: kept in the list of runs, and told by the campaign.

interface MissedParts {
  campaign: CampaignRecord
  timezone: string
  missed: readonly Moment[]
}

/** Of a long time away the latest are kept one by one; the campaign says how many there were. */
const MISSED_KEPT = 100

/** Writes missed moments into the list of runs. */
export async function keepMissed(
  tx: Db,
  key: CampaignKey,
  { campaign, timezone, missed }: MissedParts,
  now: Date,
): Promise<void> {
  const audience = audienceOf(campaign.audience) ?? { segment_uuids: [], exclude_segment_uuids: [] }
  const run = { ...key, name: campaign.name, audience, timezone } as const
  await recordMissed(tx, run, missed.slice(-MISSED_KEPT), now)
}

/** What the campaign itself says of them. */
export function missedWords(missed: readonly Moment[]): Sentence | null {
  const latest = missed.at(-1)?.reason ?? null
  return latest === null || missed.length === 1
    ? latest
    : sentence('campaigns.missedRuns', { n: missed.length, reason: latest })
}
