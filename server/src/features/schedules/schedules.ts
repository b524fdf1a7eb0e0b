/**
 * When a campaign runs. Pure: no clock and no database; callers pass the moment and the time zone.
 *
 *     clockOf(schedule, zone)            the time zone that decides
 *     isImmediate(schedule)              whether it starts at once
 *     usesRecipientTimeZone(schedule)        whether each recipient's own time zone decides
 *     isRecurring(schedule)              whether it repeats until its end, instead of on given dates
 *     nextRuns(schedule, view)           the next runs, epoch seconds
 *     laterRuns(schedule, view, bounds)  the runs after one of them
 *     lastRun(schedule, view)            the last run before its end date
 *     isSame(schedule, other)            whether two mean the same moments
 *     endOf(schedule, zone)              the last instant of its end date
 *     spanOf(schedule, zone, run)        when a run has to start, and when its moment has passed in every time zone
 *     runClockOf(schedule, view, run)    which time zones the engine has to follow
 *     checkSchedule(schedule, view)      why it cannot be scheduled now
 *     words(schedule, view)              when it runs, as an English sentence
 *
 * plan.ts parses the form in which calls send a schedule. A plan is a set of days with a time of day in a time zone; together they give
 * the runs.
 */
import type { Schedule } from '@notifly/contracts/campaigns/campaigns'
import { passedChoiceOf } from '@notifly/contracts/schedules/schedules'
import { isDeepStrictEqual } from 'node:util'
import type { QuietHours, RunClock, RunMoment } from '../../engine/snapshot/recipient-clock.ts'
import { dayOf, DAY_SECONDS, instantOf, zonedAt } from '../../lib/time/local-time.ts'
import {
  faultOf,
  type Plan,
  planOf,
  runsOf,
  type RunsView,
  type ScheduleFault,
  secondsOn,
  sunsetInstant,
} from './plan.ts'
import { englishOf, partsOf, partsOfMoment } from './words.ts'

export interface ScheduleView extends RunsView {
  /** IANA name of the time zone for schedules without one. */
  timezone: string
  /** The latest moment of the schedule that has had its run: dates up to it may stay in the list. */
  past?: number | undefined
}

/** The most runs that nextRuns returns. */
const RUNS_LISTED = 10

/** The time zone in which dates and times of day are read. */
export function clockOf(schedule: Schedule, timezone: string): string {
  return schedule.campaign_start_date.timezone ?? timezone
}

/** One message without a date and a time of day: it starts now. Delivery at the best hour takes the next 24 hours. */
export function isImmediate({ message_type, campaign_start_date }: Schedule): boolean {
  return message_type.type === 1 && (message_type.date ?? null) === null && campaign_start_date.type !== 3
}

/** Whether each recipient gets it by their own time zone. */
export function usesRecipientTimeZone(schedule: Schedule): boolean {
  return planOf(schedule, 'UTC').isOnTheirClock
}

export function isRecurring({ message_type }: Schedule): boolean {
  return message_type.type === 3
}

/** The runs at or after `from`, in order, at most ten; none while a part of the schedule is missing. */
export function nextRuns(schedule: Schedule, view: ScheduleView, limit = RUNS_LISTED): number[] {
  if (isImmediate(schedule)) return [view.from]
  return [...runsOf(planOf(schedule, view.timezone), view).take(limit)]
}

/** The runs after `from`, up to a moment or a number; none for a single send, which has had its run by then. */
export function laterRuns(
  schedule: Schedule,
  view: ScheduleView,
  { until = Infinity, limit = Infinity }: { until?: number; limit?: number },
): number[] {
  if (schedule.message_type.type === 1) return []
  const runs: number[] = []
  for (const run of runsOf(planOf(schedule, view.timezone), { ...view, from: view.from + 1 })) {
    if (run > until || runs.length >= limit) break
    runs.push(run)
  }
  return runs
}

/** A recurrence that runs at least this often has its last run within this time before its end. */
const WEEK_SECONDS = 7 * 86_400

/** The last run before the end date; null without an end date, or if there is no run before it. */
export function lastRun(schedule: Schedule, view: ScheduleView): number | null {
  const plan = planOf(schedule, view.timezone)
  const end = sunsetInstant(plan)
  if (end === Infinity) return null
  // Does not go through a year of hours to find the last one.
  const near = { ...view, since: view.since ?? view.from, from: Math.max(view.from, end - WEEK_SECONDS) }
  return [...runsOf(plan, near)].at(-1) ?? [...runsOf(plan, view)].at(-1) ?? null
}

/** The last moment of the end date, in milliseconds; null without one. No message leaves after it. */
export function endOf(schedule: Schedule, timezone: string): number | null {
  const seconds = sunsetInstant(planOf(schedule, timezone))
  return seconds === Infinity ? null : Math.round(seconds * 1000)
}

/** Whether two schedules mean the same moments, however they are written. */
export function isSame(one: Schedule, other: Schedule, timezone: string): boolean {
  return isDeepStrictEqual(planOf(one, timezone), planOf(other, timezone))
}

/** Null if it can be scheduled at `from`; otherwise the problem and its field. */
export function checkSchedule(schedule: Schedule, view: ScheduleView): ScheduleFault | null {
  return faultOf(planOf(schedule, view.timezone), view)
}

/** "On Tuesday, 17 November 2026 at 9:30 AM (Asia/Kolkata)". Says so if a part is missing or the moment has passed. */
export function words(schedule: Schedule, view: ScheduleView): string {
  return englishOf(partsOf(planOf(schedule, view.timezone), view))
}

/** The same for a single send at a known moment, which is still readable after it has passed. */
export function wordsOfMoment(schedule: Schedule, timezone: string, moment: number): string {
  return englishOf(partsOfMoment(planOf(schedule, timezone), moment))
}

// Which time zones a run follows: when it has to start because of them, and what the engine needs to know.

/** No time zone is further from UTC. */
const FURTHEST_SECONDS = 14 * 3600

/** From the moment of a run in the first time zone to that in the last one, in epoch seconds. */
interface Span {
  opens: number
  last: number
}

/** When a run has to start so that its moment has passed for no recipient, and when it has passed in every time zone. */
export function spanOf(schedule: Schedule, timezone: string, run: number): Span {
  const plan = planOf(schedule, timezone)
  if (!plan.isOnTheirClock) return { opens: run, last: run }
  const { day, seconds } = localDateTimeOf(plan, run)
  const shown = instantOf(day, seconds, 'UTC')
  return { opens: Math.min(run, shown - FURTHEST_SECONDS), last: Math.max(run, shown + FURTHEST_SECONDS) }
}

interface ClockView {
  /** The application's time zone. */
  timezone: string
  /** The application's quiet hours. */
  quiet: QuietHours
  /** When the schedule was saved, in epoch seconds: for recipients whose moment had passed by then, the campaign's choice decides. */
  since: number
}

/** The time zones that a run follows; null for a run that all recipients get at once. */
export function runClockOf(schedule: Schedule, { timezone, quiet, since }: ClockView, run: number): RunClock | null {
  const plan = planOf(schedule, timezone)
  const moment = momentFor(plan, run)
  if (moment === null && !plan.keepsQuiet) return null
  const clock = { zone: timezone, moment, quiet: plan.keepsQuiet ? quiet : null }
  return plan.isOnTheirClock ? { ...clock, passed: { choice: passedChoiceOf(schedule), launchedAt: since } } : clock
}

function momentFor(plan: Plan, run: number): RunMoment | null {
  const { time, days, zone, isOnTheirClock } = plan
  if (!isOnTheirClock && time.kind !== 'intelligent') return null
  const { day, seconds } = localDateTimeOf(plan, run)
  if (time.kind !== 'intelligent') return { kind: 'time', day: day.toString(), seconds }
  if (isOnTheirClock) return { kind: 'bestHourOfDay', day: day.toString() }
  // A schedule without a day means the following one.
  const hasDay = days.kind !== 'next' && days.kind !== 'interval'
  const until = hasDay ? instantOf(day.add({ days: 1 }), 0, zone) : run + DAY_SECONDS
  return { kind: 'bestHourWithin', from: run, until }
}

interface LocalDateTime {
  day: Temporal.PlainDate
  seconds: number
}

/** The day and time that were chosen, which a clock change may have skipped in the plan's own time zone. */
function localDateTimeOf(plan: Plan, run: number): LocalDateTime {
  const { days, time, zone } = plan
  if (days.kind === 'interval') {
    // A day of 23 or 25 hours moves runs that began with a day by an hour; they still mean that day.
    if (time.kind === 'intelligent') return { day: dayOf(run + DAY_SECONDS / 2, zone), seconds: 0 }
    return shownAt(run, zone)
  }
  const today = dayOf(run, zone)
  for (const day of [today, today.subtract({ days: 1 })]) {
    const seconds = secondsOn(plan, day)
    if (seconds !== null && instantOf(day, seconds, zone) === run) return { day, seconds }
  }
  return shownAt(run, zone)
}

function shownAt(run: number, zone: string): LocalDateTime {
  const shown = zonedAt(run, zone)
  return { day: shown.toPlainDate(), seconds: shown.hour * 3600 + shown.minute * 60 + shown.second }
}
