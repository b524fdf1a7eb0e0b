/** The wire's schedule, read once: from here on there are names instead of numbers, and only what counts. */
import type { Schedule } from '@notifly/contracts/campaigns/campaigns'
import { DAY_SECONDS } from '../../lib/local-time.ts'

/** Which days, and for an interval which hours. ISO weekdays: 1 is Monday. */
export type Days =
  | { kind: 'next' }
  | { kind: 'dates'; dates: readonly number[] }
  | { kind: 'interval'; seconds: number }
  | { kind: 'weekdays' | 'monthDays' | 'months'; numbers: readonly number[] }
  /** A recurrence of which no kind is chosen, or more than one. */
  | { kind: 'open' | 'mixed' }

/** What time of day: the day's begin, seconds on the clock, or seconds of the day in UTC. */
export type TimeOfDay =
  | { kind: 'dayStart' }
  | { kind: 'local'; seconds: number }
  | { kind: 'shifted'; seconds: number }
  | { kind: 'open' }
  | { kind: 'intelligent' }

/** When a recurrence ends: on the day that holds an instant, or after so many runs; null where that is not chosen yet. */
export type Sunset = { kind: 'never' } | { kind: 'date'; date: number | null } | { kind: 'sends'; sends: number | null }

export interface Plan {
  type: 'once' | 'dates' | 'recurring'
  days: Days
  time: TimeOfDay
  sunset: Sunset
  /** IANA name of the clock that decides everything. */
  zone: string
  /** Each recipient's day and time are those of their own clock; `zone` is then the clock of those of whom nothing is known. */
  isOnTheirClock: boolean
  keepsQuiet: boolean
}

/** `timezone` is the clock of a schedule that names none. Parts of other message types do not count. */
export function planOf(schedule: Schedule, timezone: string): Plan {
  const { message_type, campaign_start_date: start, advanced } = schedule
  const type = message_type.type === 1 ? 'once' : message_type.type === 2 ? 'dates' : 'recurring'
  const [days, time] = [daysOf(message_type), timeOf(start)]
  // What begins at once begins for all recipients, and so do hours that pass: they pass alike on every clock.
  const beginsNow = days.kind === 'next' && (time.kind === 'dayStart' || time.kind === 'intelligent')
  const isWithinDay = days.kind === 'interval' && days.seconds < DAY_SECONDS
  return {
    type,
    days,
    time,
    sunset: type === 'recurring' ? sunsetOf(schedule.sunset) : { kind: 'never' },
    zone: start.timezone ?? timezone,
    isOnTheirClock: !beginsNow && !isWithinDay && advanced?.delivery_in_users_timezone !== false,
    keepsQuiet: advanced?.do_not_disturb === true,
  }
}

function daysOf(messageType: Schedule['message_type']): Days {
  if (messageType.type === 1) {
    const date = messageType.date ?? null
    return date === null ? { kind: 'next' } : { kind: 'dates', dates: [date] }
  }
  if (messageType.type === 2) return { kind: 'dates', dates: ascending(messageType.date) }
  const { interval, days_of_week, days_of_month, months_of_year } = messageType
  // The wire's weeks begin on Sunday.
  const weekdays = ascending(days_of_week?.map(day => (day === 1 ? 7 : day - 1)))
  const kinds: Days[] = [
    { kind: 'weekdays' as const, numbers: weekdays },
    { kind: 'monthDays' as const, numbers: ascending(days_of_month) },
    { kind: 'months' as const, numbers: ascending(months_of_year) },
  ].filter(({ numbers }) => numbers.length > 0)
  if (interval !== undefined && interval !== null) kinds.push({ kind: 'interval', seconds: interval })
  const [first = { kind: 'open' }, ...others] = kinds
  return others.length > 0 ? { kind: 'mixed' } : first
}

function timeOf({ type, local_time, time }: Schedule['campaign_start_date']): TimeOfDay {
  if (type === 1) return { kind: 'dayStart' }
  if (type === 2) return { kind: 'intelligent' }
  if (local_time !== undefined && local_time !== null) return { kind: 'local', seconds: local_time }
  return time === undefined || time === null ? { kind: 'open' } : { kind: 'shifted', seconds: time }
}

/** Without a type the older flag decides, and without that it never ends. */
function sunsetOf(sunset: Schedule['sunset']): Sunset {
  const type = sunset?.type ?? null
  if (type === 1) return { kind: 'date', date: sunset?.date ?? null }
  if (type !== 3) return { kind: 'never' }
  const sends = sunset?.number_of_send
  return { kind: 'sends', sends: typeof sends === 'number' ? sends : null }
}

function ascending(numbers: readonly number[] | null | undefined): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}
