/** When the messages of a run leave, if that depends on each recipient's time zone. Pure: the clock and the recipients are passed in. */
import { type MomentSpan, type RecipientMoment, spanOfMoments } from '@notifly/contracts/schedules/moments'
import { passedChoiceOf, type Schedule } from '@notifly/contracts/schedules/schedules'
import {
  type ClockGroup,
  momentsOf,
  type QuietHours,
  type Zone,
  zoneOf,
} from '../../../engine/snapshot/recipient-clock.ts'
import type { AudienceClock } from '../../../people/reach/audience.ts'
import { endOf, usesRecipientTimeZone, runClockOf } from '../../schedules/schedules.ts'
import type { StoredAudience } from '../queries.ts'

/** Moments are epoch seconds. */
interface MomentsView {
  /** The application's time zone. */
  timezone: string
  quiet: QuietHours
  /** When the schedule was chosen: moments that had already passed then follow the campaign's own rule. */
  since: number
  now: number
}

/** For the run that is planned for the first of these moments; null if all recipients get it at the same time. */
export function momentsOfRun(
  schedule: Schedule,
  groups: readonly ClockGroup[],
  view: MomentsView,
  [at, next]: readonly number[],
): RecipientMoment[] | null {
  const run = at === undefined ? null : runClockOf(schedule, view, at)
  if (run === null || at === undefined) return null
  const end = endOf(schedule, view.timezone)
  return momentsOf(run, groups, {
    at,
    now: view.now,
    expiresAt: end === null ? null : end / 1000,
    following: next === undefined ? null : (runClockOf(schedule, view, next)?.moment ?? null),
  })
}

/** The runs that have recipients: the first one is left out if its moment has passed in all their time zones and they wait for the next. */
export function runsWithRecipients(
  schedule: Schedule,
  groups: readonly ClockGroup[],
  view: MomentsView,
  runs: number[],
): number[] {
  const moments = momentsOfRun(schedule, groups, view, runs)
  const isForNobody = moments !== null && moments.length > 0 && spanOf(schedule, moments).first === null
  return isForNobody && runs.length > 1 && passedChoiceOf(schedule) === 'next_run' ? runs.slice(1) : runs
}

/** A short form for each of these runs; null if all share one time zone, and for best hours, which differ too much for one. */
export function spansOfRuns(
  schedule: Schedule,
  groups: readonly ClockGroup[],
  view: MomentsView,
  runs: readonly number[],
): MomentSpan[] | null {
  if (!usesRecipientTimeZone(schedule) || schedule.campaign_start_date.type === 2 || groups.length === 0) return null
  return runs.map(run => spanOf(schedule, momentsOfRun(schedule, groups, view, [run]) ?? []))
}

/** Recipients who wait for the next run are not part of this one. */
function spanOf(schedule: Schedule, moments: readonly RecipientMoment[]): MomentSpan {
  return spanOfMoments(moments, { nextRun: passedChoiceOf(schedule) === 'next_run' })
}

/** Recipients by the time zone that applies to them; `timezone` for those without one. */
export function groupsByClock(clocks: readonly AudienceClock[], timezone: string): ClockGroup[] {
  const people = new Map<Zone, number>()
  for (const clock of clocks) {
    const zone = zoneOf(clock, timezone)
    people.set(zone, clock.people + (people.get(zone) ?? 0))
  }
  return [...people].map(([zone, count]) => ({ zone, hour: null, people: count }))
}

/** The time zones that the recipients of a launched campaign had at its launch. */
export function storedGroups({ clocks = [] }: StoredAudience): ClockGroup[] {
  return clocks.map(([zone, people]) => ({ zone, hour: null, people }))
}
