/**
 * Front door of schedules: when does a campaign run? Pure: no clock and no database, the moment and the zone come in.
 *
 *     clockOf(schedule, zone)            whose clock decides
 *     isImmediate(schedule)              at once, whatever the clock says
 *     followsRecipients(schedule)        on each recipient's own clock
 *     isRecurring(schedule)              ends by its sunset, not by its dates
 *     nextRuns(schedule, view)           the runs to come, epoch seconds
 *     laterRuns(schedule, view, bounds)  those after a run
 *     lastRun(schedule, view)            the one that its sunset day leaves as the last
 *     isSame(schedule, other)            whether two mean the same moments
 *     endOf(schedule, zone)              the last instant of its sunset day
 *     spanOf(schedule, zone, run)        when a run has to begin and when its moment is over on every clock
 *     runClockOf(schedule, view, run)    what the engine is told of whose clock it follows
 *     checkSchedule(schedule, view)      why it cannot be scheduled now
 *     words(schedule, view)              when it runs, as an English sentence
 *
 * The wire's shape is read once (plan.ts). A plan is which days at what time of day on whose clock; together they are its
 * runs.
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
  /** IANA name of the clock for schedules that name none. */
  timezone: string
  /** The latest moment of the schedule that had its turn: dates up to it may stay in the list. */
  past?: number | undefined
}

/** Most runs that nextRuns lists unless asked for fewer. */
const RUNS_LISTED = 10

/** The clock that decides the day of a date and the time of the day. */
export function clockOf(schedule: Schedule, timezone: string): string {
  return schedule.campaign_start_date.timezone ?? timezone
}

/** One time, no date and no time of day: it begins now. With intelligent delivery it takes the next 24 hours. */
export function isImmediate({ message_type, campaign_start_date }: Schedule): boolean {
  return message_type.type === 1 && (message_type.date ?? null) === null && campaign_start_date.type !== 3
}

/** Whether each recipient gets it on their own clock. */
export function followsRecipients(schedule: Schedule): boolean {
  return planOf(schedule, 'UTC').isOnTheirClock
}

export function isRecurring({ message_type }: Schedule): boolean {
  return message_type.type === 3
}

/** The runs at or after `from`, in order, ten at most; none while a part of the schedule is missing. */
export function nextRuns(schedule: Schedule, view: ScheduleView, limit = RUNS_LISTED): number[] {
  if (isImmediate(schedule)) return [view.from]
  return [...runsOf(planOf(schedule, view.timezone), view).take(limit)]
}

/** The runs after `from`, up to a moment or so many; none for one time, which has had its run then. */
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

/** What comes at least this often has its last run within that time of its end. */
const WEEK_SECONDS = 7 * 86_400

/** The last run that its sunset day leaves; null without such a day, or without a run until then. */
export function lastRun(schedule: Schedule, view: ScheduleView): number | null {
  const plan = planOf(schedule, view.timezone)
  const end = sunsetInstant(plan)
  if (end === Infinity) return null
  // A year of hours is not gone through for its last one.
  const near = { ...view, since: view.since ?? view.from, from: Math.max(view.from, end - WEEK_SECONDS) }
  return [...runsOf(plan, near)].at(-1) ?? [...runsOf(plan, view)].at(-1) ?? null
}

/** The last moment of its sunset day, in milliseconds; null without such a day. Nothing of it leaves after that. */
export function endOf(schedule: Schedule, timezone: string): number | null {
  const seconds = sunsetInstant(planOf(schedule, timezone))
  return seconds === Infinity ? null : Math.round(seconds * 1000)
}

/** Whether two schedules mean the same, however they are written. */
export function isSame(one: Schedule, other: Schedule, timezone: string): boolean {
  return isDeepStrictEqual(planOf(one, timezone), planOf(other, timezone))
}

/** Null when it can be scheduled at `from`; otherwise what is wrong and where. */
export function checkSchedule(schedule: Schedule, view: ScheduleView): ScheduleFault | null {
  return faultOf(planOf(schedule, view.timezone), view)
}

/** "On Tuesday, 17 November 2026 at 9:30 AM (Asia/Kolkata)". Says so when a part is missing or its moment has passed. */
export function words(schedule: Schedule, view: ScheduleView): string {
  return englishOf(partsOf(planOf(schedule, view.timezone), view))
}

/** The same of one time whose moment is known, which stays readable after it has passed. */
export function wordsOfMoment(schedule: Schedule, timezone: string, moment: number): string {
  return englishOf(partsOfMoment(planOf(schedule, timezone), moment))
}

// On whose clock one run of a plan goes out: when it has to begin for that, and what the engine is told of it.

/** No clock is further from UTC. */
const FURTHEST_SECONDS = 14 * 3600

/** From the first clock on which the moment of a run comes to the last one, in epoch seconds. */
interface Span {
  opens: number
  last: number
}

/** When a run of the plan has to begin, so that no recipient's moment has passed; and when the last clock there is shows it. */
export function spanOf(schedule: Schedule, timezone: string, run: number): Span {
  const plan = planOf(schedule, timezone)
  if (!plan.isOnTheirClock) return { opens: run, last: run }
  const { day, seconds } = wallOf(plan, run)
  const shown = instantOf(day, seconds, 'UTC')
  return { opens: Math.min(run, shown - FURTHEST_SECONDS), last: Math.max(run, shown + FURTHEST_SECONDS) }
}

interface ClockView {
  /** The application's clock. */
  timezone: string
  /** The application's quiet hours. */
  quiet: QuietHours
  /** When the schedule was chosen, in epoch seconds: what had passed then on recipients' clocks goes by the campaign's choice. */
  since: number
}

/** Whose clock a run follows; null for a run that all recipients get at once, whatever the hour. */
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
  const { day, seconds } = wallOf(plan, run)
  if (time.kind !== 'intelligent') return { kind: 'time', day: day.toString(), seconds }
  if (isOnTheirClock) return { kind: 'bestHourOfDay', day: day.toString() }
  // Without a day of its own it is the day that follows.
  const hasDay = days.kind !== 'next' && days.kind !== 'interval'
  const until = hasDay ? instantOf(day.add({ days: 1 }), 0, zone) : run + DAY_SECONDS
  return { kind: 'bestHourWithin', from: run, until }
}

interface Wall {
  day: Temporal.PlainDate
  seconds: number
}

/** The day and the time that were asked for, which the plan's own clock may not have shown: it may have skipped them. */
function wallOf(plan: Plan, run: number): Wall {
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

function shownAt(run: number, zone: string): Wall {
  const shown = zonedAt(run, zone)
  return { day: shown.toPlainDate(), seconds: shown.hour * 3600 + shown.minute * 60 + shown.second }
}
