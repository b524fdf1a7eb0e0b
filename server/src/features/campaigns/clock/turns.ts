/**
 * What happens to the moments of a schedule that have passed: the latest of them gets its run, at most, and the others are missed. Also
 * says which moment is next.
 */
import type { Schedule } from '@notifly/contracts/campaigns/campaigns'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { epochSeconds } from '../../../lib/clock.ts'
import { endOf, laterRuns, spanOf } from '../../schedules/schedules.ts'
import { audienceOf, LATEST_MS } from '../launch/launch-check.ts'
import type { CampaignKey, CampaignRecord, NextRun } from '../queries.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { recordMissed } from '../../../engine/runs/runs.ts'

/** What people read about a missed moment. */
const TOO_LATE = sentence('campaigns.missed')
const OVERTAKEN = sentence('campaigns.overtaken')
const AFTER_SUNSET = sentence('campaigns.afterSunset')
const HELD_BACK = sentence('campaigns.heldBack')

interface Moment {
  at: Date
  reason: Sentence
}

export interface Turns {
  /** The moment that gets its run now. */
  runAt: Date | null
  missed: Moment[]
  /** The moment after those; `made` says whether the run of `runAt` counts. */
  nextAfter: (made: boolean) => NextRun | null
}

interface TurnsView {
  schedule: Schedule
  /** The first moment that was not handled yet. */
  nextRunAt: Date
  since: Date | null
  timezone: string
  /** Runs so far. */
  made: number
  now: Date
  /** False: no run may start now, and moments that can still start later are kept. */
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

/** Moments that passed while a person had paused the campaign get no run; it continues with the next moment, null if there is none. */
export function turnsPassed(view: Omit<TurnsView, 'isReady'>): { missed: Moment[]; next: NextRun | null } {
  const come = momentsCome(view)
  const latest = come.at(-1) ?? view.nextRunAt
  return { missed: come.map(at => ({ at, reason: HELD_BACK })), next: following(view, latest, view.made) }
}

type Calendar = Pick<TurnsView, 'schedule' | 'nextRunAt' | 'since' | 'timezone' | 'now'>

function momentsCome({ schedule, nextRunAt, now, ...calendar }: Calendar): Date[] {
  const scheduleView = viewOf({ ...calendar, from: nextRunAt, made: -Infinity })
  // A run may begin up to this long before its moment, never after it.
  const until = epochSeconds(now) + EARLIEST_SECONDS
  const hasCome = (run: number) => spanOf(schedule, calendar.timezone, run).opens <= epochSeconds(now)
  const others = laterRuns(schedule, scheduleView, { until }).filter(hasCome)
  return [nextRunAt, ...others.map(run => new Date(run * 1000))]
}

/** The difference between UTC+14 and UTC-14. */
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

// Missed moments are kept in the list of runs, and the campaign tells of them.

interface MissedParts {
  campaign: CampaignRecord
  timezone: string
  missed: readonly Moment[]
}

/** After a long downtime the latest moments are stored one by one; the campaign says how many there were. */
const MISSED_KEPT = 100

/** Adds missed moments to the list of runs. */
export async function storeMissed(
  tx: Db,
  key: CampaignKey,
  { campaign, timezone, missed }: MissedParts,
  now: Date,
): Promise<void> {
  const audience = audienceOf(campaign.audience) ?? { segment_uuids: [], exclude_segment_uuids: [] }
  const run = { ...key, name: campaign.name, audience, timezone } as const
  await recordMissed(tx, run, missed.slice(-MISSED_KEPT), now)
}

/** What the campaign says about missed moments. */
export function missedWords(missed: readonly Moment[]): Sentence | null {
  const latest = missed.at(-1)?.reason ?? null
  return latest === null || missed.length === 1
    ? latest
    : sentence('campaigns.missedRuns', { n: missed.length, reason: latest })
}
