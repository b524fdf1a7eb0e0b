/** What the When step holds, and how it travels: a day as noon of that day, a time as seconds on the clock in use. */
import type { Schedule } from '@notifly/contracts/campaigns'
import { fromClock, toClock } from '../../../components/display/clock.ts'
import { emptyTime12, type Time12 } from '../../../ui/TimeInput12.tsx'
import { dayAt, noonOf, offsetAt } from './zone-time.ts'

export interface ScheduleChoice {
  /** YYYY-MM-DD on the clock; null: no date. */
  day: string | null
  start: 'immediately' | 'fixed'
  /** Counts for a fixed time only; its empty state is no time yet. */
  time: Time12
  /** IANA name of the clock. */
  timezone: string
}

const DAY_SECONDS = 86_400

/** At once, on the application's clock: what a new campaign begins with. */
export function firstChoice(timezone: string): ScheduleChoice {
  return { day: null, start: 'immediately', time: emptyTime12, timezone }
}

/** Whether everything is chosen that a launch needs. */
export function isComplete({ start, time }: ScheduleChoice): boolean {
  return start === 'immediately' || (Number.isInteger(time.hour) && time.hour >= 1 && time.hour <= 12)
}

/** As the wire has it. `time` is the same moment shifted to UTC, for readers that know nothing of zones. */
export function toSchedule(choice: ScheduleChoice, now = Date.now() / 1000): Schedule {
  const { day, start, time, timezone } = choice
  const date = day === null ? null : noonOf(day, timezone)
  const message_type = { type: 1 as const, ...(date !== null && { date }) }
  if (start === 'immediately') {
    return { message_type, campaign_start_date: { type: 1, send_immediately: true, timezone } }
  }
  if (!isComplete(choice)) return { message_type, campaign_start_date: { type: 3, timezone } }
  const local_time = fromClock(time)
  const shifted = local_time - offsetAt(date ?? now, timezone)
  return {
    message_type,
    campaign_start_date: { type: 3, local_time, time: ((shifted % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS, timezone },
  }
}

/** The way back. Schedules of other writers may name no zone, or only the shifted time. */
export function fromSchedule(schedule: Schedule | null, zone: string): ScheduleChoice {
  if (schedule === null) return firstChoice(zone)
  const { message_type, campaign_start_date: start } = schedule
  const timezone = start.timezone ?? zone
  const date = message_type.date ?? null
  const day = date === null ? null : dayAt(date, timezone)
  if (start.type === 1) return { day, start: 'immediately', time: emptyTime12, timezone }
  const offset = offsetAt(date ?? Date.now() / 1000, timezone)
  const seconds = start.local_time ?? (start.time === null || start.time === undefined ? null : start.time + offset)
  return { day, start: 'fixed', time: seconds === null ? emptyTime12 : toClock(seconds), timezone }
}
