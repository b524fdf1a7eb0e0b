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

/** One kind with its values, ascending and each once: hours (exactly one), weekdays (1 Sunday), days, months (1 January). */
export interface Recurrence {
  kind: RecurrenceKind
  values: readonly number[]
}

export type Sunset =
  | { end: 'date'; /** YYYY-MM-DD, counts whole */ day: string | null }
  | { end: 'never' }
  | { end: 'sends'; sends: number | null }

export interface ScheduleChoice {
  type: MessageType
  /** One time: YYYY-MM-DD on the clock; null: no date. */
  day: string | null
  /** Multiple dates, ascending. */
  days: readonly string[]
  recurrence: Recurrence | null
  start: StartType
  /** Counts for a fixed time only; its empty state is no time yet. */
  time: Time12
  /** Null unless it recurs. */
  sunset: Sunset | null
  /** IANA name of the clock. */
  timezone: string
  /** Day and time are each recipient's own; `timezone` is then for those of whom no clock is known. */
  theirClock: boolean
  /** What recipients get whose time has passed at the launch; null: as the message type has it by itself. */
  passed: PassedChoice | null
  /** No recipient gets it in their quiet hours. */
  quiet: boolean
}

/** At once; later, once a day or a time is chosen, on each recipient's own clock: what a new campaign begins with. */
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

/** Choosing another message type clears what the others held; one that recurs never ends unless an end is set. */
export function withType(choice: ScheduleChoice, type: MessageType): ScheduleChoice {
  if (choice.type === type) return choice
  const sunset: Sunset | null = type === 'recurring' ? { end: 'never' } : null
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

/** A fixed time begins with none, so that no campaign is sent at midnight by mistake. */
export function withStart(choice: ScheduleChoice, start: StartType): ScheduleChoice {
  return choice.start === start ? choice : { ...choice, start, time: emptyTime12 }
}

/** Another end begins without its day or its number. */
export function withSunset(choice: ScheduleChoice, end: Sunset['end']): ScheduleChoice {
  if (choice.type !== 'recurring' || choice.sunset?.end === end) return choice
  return { ...choice, sunset: NEW_SUNSETS[end] }
}

const NEW_SUNSETS: Record<Sunset['end'], Sunset> = {
  date: { end: 'date', day: null },
  never: { end: 'never' },
  sends: { end: 'sends', sends: null },
}

/** What a click on a cell makes of the values: hours are one, of the others each can hold or not. */
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

/** All days of the week, or of the month: every day. */
export function isEveryDay({ kind, values }: Recurrence): boolean {
  return (kind === 'weekdays' || kind === 'monthDays') && values.length === RECURRENCE_VALUES[kind].length
}

/** Whether the field holds an hour from 1 to 12, where one is needed. */
export function hasTime({ start, time }: Pick<ScheduleChoice, 'start' | 'time'>): boolean {
  return start !== 'fixed' || (Number.isInteger(time.hour) && time.hour >= 1 && time.hour <= 12)
}

/** Only "one time" without a date and without a time means now; with intelligent delivery it takes the 24 hours after that. */
export function isNow({ type, day, start }: ScheduleChoice): boolean {
  return type === 'once' && day === null && start !== 'fixed'
}

/** Whether each recipient's own clock counts: what is sent now, or several times a day, is sent to all recipients at once. */
export function followsRecipients(choice: ScheduleChoice): boolean {
  return choice.theirClock && !isNow(choice) && !isSeveralTimesADay(choice)
}

/** A recurrence of which more than one run falls on a day. */
export function isSeveralTimesADay({ type, recurrence }: ScheduleChoice): boolean {
  return type === 'recurring' && isWithinDay(recurrence)
}

const DAY_HOURS = 24

/** Several runs a day leave no hour of the day to choose. */
function isWithinDay(recurrence: Recurrence | null): boolean {
  return recurrence?.kind === 'interval' && (recurrence.values[0] ?? DAY_HOURS) < DAY_HOURS
}

/** Days that are over can no longer be sent on, and the server refuses them: of several the others stay. */
export function withoutPastDays(choice: ScheduleChoice, today: string): ScheduleChoice {
  return choice.type === 'dates' ? { ...choice, days: choice.days.filter(day => day >= today) } : choice
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}
