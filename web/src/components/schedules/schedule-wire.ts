/**
 * Converts between the values of the When step and the API's schedule. A day is sent as noon of that day, a sunset as
 * the end of its day, and a time as seconds of the day on the selected clock. `fromSchedule(toSchedule(choice))` equals
 * the choice, even if it is incomplete.
 */
import { INTERVAL_HOURS, type Schedule } from '@notifly/contracts/campaigns/campaigns'
import { fromClock, toClock } from '../display/clock.ts'
import { emptyTime12 } from '../../ui/dates/time12.ts'
import { firstChoice, hasTime, type Recurrence, type ScheduleChoice, type ScheduleEnd } from './schedule-choice.ts'
import { dayAt, endOf, noonOf, offsetAt } from './zone-time.ts'

type WireType = Schedule['message_type']
type WireRecurrence = Extract<WireType, { type: 3 }>
type WireStart = Schedule['campaign_start_date']
type WireSunset = NonNullable<Schedule['sunset']>

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600

/** The schedule as the API takes it. */
export function toSchedule(choice: ScheduleChoice, now = Date.now() / 1000): Schedule {
  const { sunset, timezone } = choice
  return {
    message_type: toMessageType(choice),
    campaign_start_date: toStart(choice, now),
    ...(sunset !== null && { sunset: toSunset(sunset, timezone) }),
    advanced: {
      delivery_in_users_timezone: choice.theirClock,
      do_not_disturb: choice.quiet,
      ...(choice.passed !== null && { passed: choice.passed }),
    },
  }
}

/**
 * The choice for a stored schedule. Schedules from other clients may lack the zone, or contain only the shifted time.
 */
export function fromSchedule(schedule: Schedule | null, zone: string): ScheduleChoice {
  if (schedule === null) return firstChoice(zone)
  const { message_type: type, campaign_start_date: start, advanced } = schedule
  const timezone = start.timezone ?? zone
  const choice = {
    ...firstChoice(timezone),
    ...fromStart(start, firstMoment(type), timezone),
    // Recipients' time zones are the default.
    theirClock: advanced?.delivery_in_users_timezone !== false,
    quiet: advanced?.do_not_disturb === true,
    passed: advanced?.passed ?? null,
  }
  const day = (date: number) => dayAt(date, timezone)
  switch (type.type) {
    case 1:
      return { ...choice, day: isGiven(type.date) ? day(type.date) : null }
    case 2:
      return { ...choice, type: 'dates', days: [...new Set((type.date ?? []).map(day))].sort() }
    case 3: {
      const sunset = fromSunset(schedule.sunset ?? null, timezone)
      return { ...choice, type: 'recurring', recurrence: fromRecurrence(type), sunset }
    }
  }
}

function toMessageType({ type, day, days, recurrence, timezone }: ScheduleChoice): WireType {
  switch (type) {
    case 'once':
      return { type: 1, ...(day !== null && { date: noonOf(day, timezone) }) }
    case 'dates':
      return { type: 2, date: days.map(each => noonOf(each, timezone)) }
    case 'recurring':
      return { type: 3, ...(recurrence !== null && toRecurrence(recurrence)) }
  }
}

function toRecurrence({ kind, values }: Recurrence): Omit<WireRecurrence, 'type'> {
  switch (kind) {
    case 'interval': {
      const hours = INTERVAL_HOURS.find(each => each === values[0])
      return hours === undefined ? {} : { interval: hours * HOUR_SECONDS }
    }
    case 'weekdays':
      return { days_of_week: [...values] }
    case 'monthDays':
      return { days_of_month: [...values] }
    case 'months':
      return { months_of_year: [...values] }
  }
}

function fromRecurrence(type: WireRecurrence): Recurrence | null {
  const { interval, days_of_week: weekdays, days_of_month: monthDays, months_of_year: months } = type
  if (isGiven(interval)) return { kind: 'interval', values: [interval / HOUR_SECONDS] }
  const kinds = { weekdays, monthDays, months }
  for (const kind of ['weekdays', 'monthDays', 'months'] as const) {
    const values = [...new Set(kinds[kind] ?? [])].sort((a, b) => a - b)
    if (values.length > 0) return { kind, values }
  }
  return null
}

/** `time` is the local time shifted to UTC, for clients that ignore zones. */
function toStart(choice: ScheduleChoice, now: number): WireStart {
  const { start, time, timezone } = choice
  if (start === 'immediately') return { type: 1, send_immediately: true, timezone }
  if (start === 'intelligent') return { type: 2, intelligent_delivery: true, timezone }
  if (!hasTime(choice)) return { type: 3, timezone }
  const local_time = fromClock(time)
  const first = choice.day ?? choice.days[0]
  const shifted = local_time - offsetAt(first === undefined ? now : noonOf(first, timezone), timezone)
  return { type: 3, local_time, time: ((shifted % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS, timezone }
}

function fromStart(start: WireStart, at: number, timezone: string): Pick<ScheduleChoice, 'start' | 'time'> {
  if (start.type === 1) return { start: 'immediately', time: emptyTime12 }
  if (start.type === 2) return { start: 'intelligent', time: emptyTime12 }
  const shifted = isGiven(start.time) ? start.time + offsetAt(at, timezone) : null
  const seconds = start.local_time ?? shifted
  return { start: 'fixed', time: seconds === null ? emptyTime12 : toClock(seconds) }
}

function toSunset(sunset: ScheduleEnd, timezone: string): WireSunset {
  switch (sunset.end) {
    case 'date': {
      const date = sunset.day === null ? null : endOf(sunset.day, timezone)
      return { type: 1, ...(date !== null && { date }), never_end_camgaign: false }
    }
    case 'never':
      return { type: 2, never_end_camgaign: true }
    case 'sends':
      return { type: 3, number_of_send: sunset.sends ?? '', never_end_camgaign: false }
  }
}

/** The default is no end. */
function fromSunset(sunset: WireSunset | null, timezone: string): ScheduleEnd {
  if (sunset?.type === 1) return { end: 'date', day: isGiven(sunset.date) ? dayAt(sunset.date, timezone) : null }
  if (sunset?.type !== 3) return { end: 'never' }
  return { end: 'sends', sends: typeof sunset.number_of_send === 'number' ? sunset.number_of_send : null }
}

/** The moment whose offset was used to shift a time. */
function firstMoment(type: WireType): number {
  const date = type.type === 1 ? type.date : type.type === 2 ? type.date?.[0] : undefined
  return date ?? Date.now() / 1000
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined
}
