/**
 * The values of the When step, and how each action changes them. Pure. Values that belong to one message type are removed when another is
 * selected, so a schedule always contains exactly what is shown.
 */
import { INTERVAL_HOURS } from '@notifly/contracts/campaigns/campaigns'
import type { PassedChoice } from '@notifly/contracts/schedules/schedules'
import { emptyTime12, type Time12 } from '../../ui/dates/time12.ts'

export type MessageType = 'once' | 'dates' | 'recurring'
export type StartType = 'immediately' | 'intelligent' | 'fixed'
export type RecurrenceKind = 'interval' | 'weekdays' | 'monthDays' | 'months'

/**
 * A kind with its values, ascending and unique: hours (exactly one), weekdays (1 is Sunday), days of the month, or
 * months (1 is January).
 */
export interface Recurrence {
  kind: RecurrenceKind
  values: readonly number[]
}

export type ScheduleEnd =
  | { end: 'date'; /** YYYY-MM-DD, inclusive */ day: string | null }
  | { end: 'never' }
  | { end: 'sends'; sends: number | null }

export interface ScheduleChoice {
  type: MessageType
  /** For one time: YYYY-MM-DD on the clock; null for no date. */
  day: string | null
  /** For multiple dates, ascending. */
  days: readonly string[]
  recurrence: Recurrence | null
  start: StartType
  /** Only used for a fixed time. An hour of 0 means no time yet. */
  time: Time12
  /** Null unless it recurs. */
  sunset: ScheduleEnd | null
  /** IANA name of the time zone. */
  timezone: string
  /** Day and time are in each recipient's time zone. `timezone` then applies to recipients without a known one. */
  theirClock: boolean
  /** What happens to recipients whose time has already passed at the launch. Null: the message type's default. */
  passed: PassedChoice | null
  /** Recipients get nothing during quiet hours. */
  quiet: boolean
}

/**
 * The initial schedule of a new campaign: at once, and in recipients' time zones as soon as a day or a time is chosen.
 */
export function firstChoice(timezone: string): ScheduleChoice {
  return {
    type: 'once',
    day: null,
    days: [],
    recurrence: null,
    start: 'immediately',
    time: emptyTime12,
    sunset: null,
    timezone,
    theirClock: true,
    passed: null,
    quiet: false,
  }
}

/** Selects a message type and clears the values of the others. A recurring campaign never ends unless an end is set. */
export function withType(choice: ScheduleChoice, type: MessageType): ScheduleChoice {
  if (choice.type === type) return choice
  const sunset: ScheduleEnd | null = type === 'recurring' ? { end: 'never' } : null
  return { ...choice, type, day: null, days: [], recurrence: null, sunset, passed: null }
}

export function withDay(choice: ScheduleChoice, day: string | null): ScheduleChoice {
  return { ...withType(choice, 'once'), day }
}

export function withDays(choice: ScheduleChoice, days: readonly string[]): ScheduleChoice {
  return { ...withType(choice, 'dates'), days: [...new Set(days)].sort() }
}

export function withRecurrence(choice: ScheduleChoice, recurrence: Recurrence | null): ScheduleChoice {
  return { ...withType(choice, 'recurring'), recurrence }
}

/** A fixed time starts empty, so that no campaign is sent at midnight by mistake. */
export function withStart(choice: ScheduleChoice, start: StartType): ScheduleChoice {
  return choice.start === start ? choice : { ...choice, start, time: emptyTime12 }
}

/** Selects another kind of end; its day or number starts empty. */
export function withSunset(choice: ScheduleChoice, end: ScheduleEnd['end']): ScheduleChoice {
  if (choice.type !== 'recurring' || choice.sunset?.end === end) return choice
  return { ...choice, sunset: NEW_SUNSETS[end] }
}

const NEW_SUNSETS: Record<ScheduleEnd['end'], ScheduleEnd> = {
  date: { end: 'date', day: null },
  never: { end: 'never' },
  sends: { end: 'sends', sends: null },
}

/** The values after a click on a cell. Only one interval can be selected; cells of other kinds toggle. */
export function toggled({ kind, values }: Recurrence, value: number): Recurrence {
  if (kind === 'interval') return { kind, values: [value] }
  const rest = values.filter(each => each !== value)
  const next = rest.length === values.length ? [...values, value] : rest
  return { kind, values: [...new Set(next)].sort((a, b) => a - b) }
}

/** The cells that each kind offers. */
export const RECURRENCE_VALUES: Record<RecurrenceKind, readonly number[]> = {
  interval: INTERVAL_HOURS,
  weekdays: upTo(7),
  monthDays: upTo(31),
  months: upTo(12),
}

/** Whether all days of the week or of the month are selected, which means every day. */
export function isEveryDay({ kind, values }: Recurrence): boolean {
  return (kind === 'weekdays' || kind === 'monthDays') && values.length === RECURRENCE_VALUES[kind].length
}

/** Whether the time is valid: an hour from 1 to 12 if the start is fixed. */
export function hasTime({ start, time }: Pick<ScheduleChoice, 'start' | 'time'>): boolean {
  return start !== 'fixed' || (Number.isInteger(time.hour) && time.hour >= 1 && time.hour <= 12)
}

/**
 * Whether it is sent at once: one time, without a date and without a fixed time. With intelligent delivery this takes
 * the following 24 hours.
 */
export function isNow({ type, day, start }: ScheduleChoice): boolean {
  return type === 'once' && day === null && start !== 'fixed'
}

/**
 * Whether recipients' time zones apply. Campaigns sent at once or several times a day go to all recipients at the same
 * moment.
 */
export function usesRecipientTimeZone(choice: ScheduleChoice): boolean {
  return choice.theirClock && !isNow(choice) && !isSeveralTimesADay(choice)
}

/** Whether more than one run falls on a day. */
export function isSeveralTimesADay({ type, recurrence }: ScheduleChoice): boolean {
  return type === 'recurring' && isWithinDay(recurrence)
}

const DAY_HOURS = 24

/** Several runs per day leave no time of day to choose. */
function isWithinDay(recurrence: Recurrence | null): boolean {
  return recurrence?.kind === 'interval' && (recurrence.values[0] ?? DAY_HOURS) < DAY_HOURS
}

/** Drops past days of a schedule with multiple dates, because the server refuses them. */
export function withoutPastDays(choice: ScheduleChoice, today: string): ScheduleChoice {
  return choice.type === 'dates' ? { ...choice, days: choice.days.filter(day => day >= today) } : choice
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}
