/**
 * Front door of schedules: when does a campaign run? Pure: no clock and no database, the moment and the zone come in.
 *
 *     clockOf(schedule, zone)            whose clock decides
 *     isImmediate(schedule)              at once, whatever the clock says
 *     nextRuns(schedule, view)           the runs to come, epoch seconds
 *     checkSchedule(schedule, view)      why it cannot be scheduled now
 *     words(schedule, view)              when it runs, as an English sentence
 *
 * A schedule is which days (message_type), at what time of day (campaign_start_date), on whose clock. Each message type is
 * one generator of days: the others join `daysOf` in the same shape.
 */
import type { Schedule } from '@notifly/contracts/campaigns'
import { dayOf, DAY_SECONDS, instantOf, localSecondsOf, zonedAt } from './local-time.ts'

export interface ScheduleView {
  /** IANA name of the clock for schedules that name none. */
  timezone: string
  /** Epoch seconds: runs before it do not count. */
  from: number
}

/** Most runs that nextRuns lists. */
const RUNS_LISTED = 10

/** The clock that decides the day of a date and the time of the day. */
export function clockOf(schedule: Schedule, timezone: string): string {
  return schedule.campaign_start_date.timezone ?? timezone
}

/** One time, no date, send immediately: now. */
export function isImmediate({ message_type, campaign_start_date }: Schedule): boolean {
  return dateOf(message_type) === null && campaign_start_date.type === 1
}

/** The runs at or after `from`, in order, ten at most; none while a part of the schedule is missing. */
export function nextRuns(schedule: Schedule, view: ScheduleView): number[] {
  if (isImmediate(schedule)) return [view.from]
  const zone = clockOf(schedule, view.timezone)
  const runs: number[] = []
  for (const day of daysOf(schedule, { ...view, timezone: zone })) {
    const seconds = timeOfDay(schedule, day, zone)
    if (seconds === null) break
    const run = instantOf(day, seconds, zone)
    if (run >= view.from) runs.push(run)
    if (runs.length === runsOf(schedule)) break
  }
  return runs
}

export interface ScheduleFault {
  reason: 'incomplete' | 'passed' | 'too_late'
  field: string
  message: string
}

/** Null when it can be scheduled at `from`; otherwise what is wrong and where. */
export function checkSchedule(schedule: Schedule, view: ScheduleView): ScheduleFault | null {
  if (lacksTime(schedule)) {
    return { reason: 'incomplete', field: 'schedule.campaign_start_date.time', message: 'Choose the time of day.' }
  }
  const date = dateOf(schedule.message_type)
  if (date === null) return null
  const zone = clockOf(schedule, view.timezone)
  const field = 'schedule.message_type.date'
  const last = dayOf(view.from, zone).add({ years: 1 })
  if (Temporal.PlainDate.compare(dayOf(date, zone), last) > 0) {
    return { reason: 'too_late', field, message: 'Choose a day within one year.' }
  }
  if (nextRuns(schedule, view).length === 0)
    return { reason: 'passed', field, message: 'This moment has passed. Choose a later one.' }
  return null
}

/** "On Tuesday, November 17, 2026 at 9:30 AM (Asia/Kolkata)". Says so when a part is missing or its moment has passed. */
export function words(schedule: Schedule, view: ScheduleView): string {
  if (isImmediate(schedule)) return 'As soon as it is launched'
  if (lacksTime(schedule)) return 'At a time that is not chosen yet'
  const [run] = nextRuns(schedule, view)
  if (run !== undefined) return `On ${momentText(run, clockOf(schedule, view.timezone))}`
  return 'At a moment that has passed'
}

/** "Tuesday, November 17, 2026 at 9:30 AM (Asia/Kolkata)". */
export function momentText(epochSeconds: number, zone: string): string {
  const moment = zonedAt(epochSeconds, zone)
  const day = moment.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
  const clock = moment.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
  // Intl puts a narrow no-break space before AM and PM, which nobody can type or search for.
  return `${day} at ${clock.replace(/\s/gu, ' ')} (${zone})`
}

/** Days on which a run may begin, earliest first, on the clock in use. */
function* daysOf(schedule: Schedule, { timezone, from }: ScheduleView): Generator<Temporal.PlainDate> {
  const date = dateOf(schedule.message_type)
  if (date !== null) {
    yield dayOf(date, timezone)
    return
  }
  // No date: the next such time. Today's may have passed, tomorrow's has not.
  const today = dayOf(from, timezone)
  yield today
  yield today.add({ days: 1 })
}

function runsOf({ message_type }: Schedule): number {
  return message_type.type === 1 ? 1 : RUNS_LISTED
}

/** Seconds of the day on the clock in use; null while no time is chosen. */
function timeOfDay({ campaign_start_date: start }: Schedule, day: Temporal.PlainDate, zone: string): number | null {
  if (start.type === 1) return 0
  if (start.local_time !== undefined && start.local_time !== null) return start.local_time % DAY_SECONDS
  return start.time === undefined || start.time === null ? null : localSecondsOf(start.time, day, zone)
}

/** A fixed time of day that is not chosen yet. */
function lacksTime({ campaign_start_date: { type, local_time, time } }: Schedule): boolean {
  return type === 3 && (local_time ?? time ?? null) === null
}

function dateOf(messageType: Schedule['message_type']): number | null {
  return messageType.type === 1 ? (messageType.date ?? null) : null
}
