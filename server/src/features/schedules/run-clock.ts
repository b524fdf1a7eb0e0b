/** On whose clock one run of a plan goes out: when it has to begin for that, and what the engine is told of it. */
import type { QuietHours, RunClock, RunMoment } from '../../engine/snapshot/recipient-clock.ts'
import { dayOf, DAY_SECONDS, instantOf, zonedAt } from '../../lib/local-time.ts'
import { type Plan, secondsOn } from './plan.ts'

/** No clock is further from UTC. */
const FURTHEST_SECONDS = 14 * 3600

/** From the first clock on which the moment of a run comes to the last one, in epoch seconds. */
export interface Span {
  opens: number
  last: number
}

/** When a run of the plan has to begin, so that no recipient's moment has passed; and when the last clock there is shows it. */
export function spanOf(plan: Plan, run: number): Span {
  if (!plan.isOnTheirClock) return { opens: run, last: run }
  const { day, seconds } = wallOf(plan, run)
  const shown = instantOf(day, seconds, 'UTC')
  return { opens: Math.min(run, shown - FURTHEST_SECONDS), last: Math.max(run, shown + FURTHEST_SECONDS) }
}

export interface ClockView {
  /** The application's clock. */
  timezone: string
  /** The application's quiet hours. */
  quiet: QuietHours
}

/** Null for a run that all recipients get at once, whatever the hour. */
export function runClockOf(plan: Plan, run: number, { timezone, quiet }: ClockView): RunClock | null {
  const moment = momentFor(plan, run)
  if (moment === null && !plan.keepsQuiet) return null
  return { zone: timezone, moment, quiet: plan.keepsQuiet ? quiet : null }
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
