/** Parses a schedule as calls send it into a plan: names instead of numbers, without the parts that do not apply. */
import type { Schedule } from '@notifly/contracts/campaigns/campaigns'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { DAY_SECONDS, dayOf, instantOf, localSecondsOf } from '../../lib/time/local-time.ts'

/** The days of a plan; for an interval, the hours between runs. ISO weekdays: 1 is Monday. */
export type Days =
  | { kind: 'next' }
  | { kind: 'dates'; dates: readonly number[] }
  | { kind: 'interval'; seconds: number }
  | { kind: 'weekdays' | 'monthDays' | 'months'; numbers: readonly number[] }
  /** A recurrence without a kind, or with more than one. */
  | { kind: 'open' | 'mixed' }

/** The time of day: the start of the day, seconds since midnight in the plan's time zone, or seconds since midnight in UTC. */
type TimeOfDay =
  | { kind: 'dayStart' }
  | { kind: 'local'; seconds: number }
  | { kind: 'shifted'; seconds: number }
  | { kind: 'open' }
  | { kind: 'intelligent' }

/** When a recurrence ends: on the day that contains an instant, or after a number of runs; null while neither is chosen. */
export type ScheduleEnd =
  { kind: 'never' } | { kind: 'date'; date: number | null } | { kind: 'sends'; sends: number | null }

export interface Plan {
  type: 'once' | 'dates' | 'recurring'
  days: Days
  time: TimeOfDay
  sunset: ScheduleEnd
  /** IANA name of the time zone in which days and times are read. */
  zone: string
  /** Each recipient's own time zone decides; `zone` is used for recipients whose time zone is unknown. */
  isOnTheirClock: boolean
  keepsQuiet: boolean
}

/** `timezone` is used for schedules without one. Parts that belong to other types of schedule are ignored. */
export function planOf(schedule: Schedule, timezone: string): Plan {
  const { message_type, campaign_start_date: start, advanced } = schedule
  const type = message_type.type === 1 ? 'once' : message_type.type === 2 ? 'dates' : 'recurring'
  const [days, time] = [daysOf(message_type), timeOf(start)]
  // A campaign that starts immediately starts for all recipients at once. So does an interval: hours pass alike in every time zone.
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
  // On the wire weeks begin on Sunday.
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

/** Without a type the older flag decides; without either the recurrence never ends. */
function sunsetOf(sunset: Schedule['sunset']): ScheduleEnd {
  const type = sunset?.type ?? null
  if (type === 1) return { kind: 'date', date: sunset?.date ?? null }
  if (type !== 3) return { kind: 'never' }
  const sends = sunset?.number_of_send
  return { kind: 'sends', sends: typeof sends === 'number' ? sends : null }
}

function ascending(numbers: readonly number[] | null | undefined): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}

// The runs of a plan as instants: its days and its time of day, up to its end.

export interface RunsView {
  /** Epoch seconds; earlier runs are left out. */
  from: number
  /** When the schedule was saved; an interval counts from the first start at or after it. Defaults to `from`. */
  since?: number | undefined
  /** How many runs there have been; an end after a number of sends counts them. */
  made?: number | undefined
}

/** Yields every run at or after `from`, strictly ascending; endless for a recurrence that never ends. */
export function* runsOf(plan: Plan, view: RunsView): Generator<number> {
  const last = sunsetInstant(plan)
  let left = sendsLeft(plan, view.made ?? 0)
  let latest = -Infinity
  for (const run of plan.days.kind === 'interval' ? byInterval(plan, plan.days.seconds, view) : byDays(plan, view)) {
    if (left <= 0 || run > last) return
    // Two days may begin with the same instant where a zone skips one altogether.
    if (run <= latest) continue
    yield run
    latest = run
    left--
    if (plan.type === 'once') return
  }
}

/** The last instant at which a run may start or a message may leave; Infinity unless the plan ends on a date. */
export function sunsetInstant({ sunset, zone }: Plan): number {
  if (sunset.kind !== 'date' || sunset.date === null) return Infinity
  const nextDay = dayOf(sunset.date, zone).add({ days: 1 })
  return nextDay.toZonedDateTime(zone).epochMilliseconds / 1000 - 0.001
}

function sendsLeft({ sunset }: Plan, made: number): number {
  return sunset.kind === 'sends' ? (sunset.sends ?? 0) - made : Infinity
}

function* byDays(plan: Plan, { from }: RunsView): Generator<number> {
  for (const day of daysFrom(plan.days, from, plan.zone)) {
    const run = runOn(plan, day)
    if (run === null) return
    if (run >= from) yield run
  }
}

/** Yields starts that many elapsed hours apart, whatever daylight saving does in between. */
function* byInterval(plan: Plan, seconds: number, { from, since = from }: RunsView): Generator<number> {
  const first = firstStart(plan, since)
  if (first === null) return
  const passed = Math.max(0, Math.ceil((from - first) / seconds))
  for (let run = first + passed * seconds; ; run += seconds) yield run
}

/** The first time at or after a moment at which the clock shows this time of day. */
function firstStart(plan: Plan, since: number): number | null {
  for (const day of daysFrom({ kind: 'next' }, since, plan.zone)) {
    const run = runOn(plan, day)
    if (run === null) return null
    if (run >= since) return run
  }
  return null
}

function runOn(plan: Plan, day: Temporal.PlainDate): number | null {
  const seconds = secondsOn(plan, day)
  return seconds === null ? null : instantOf(day, seconds, plan.zone)
}

/** The chosen time of that day, in seconds; null while none is chosen. Delivery at the best hour has the whole day. */
export function secondsOn({ time, zone }: Plan, day: Temporal.PlainDate): number | null {
  switch (time.kind) {
    case 'dayStart':
    case 'intelligent':
      return 0
    case 'local':
      return time.seconds
    case 'shifted':
      return localSecondsOf(time.seconds, day, zone)
    case 'open':
      return null
  }
}

// The calendar days of a plan, one generator for each kind: earliest first, endless if the plan has no end.

/**
 * Yields days in the plan's time zone, beginning a day before `from`: where a clock change skips midnight, the time of one day falls on
 * the next. Yields nothing for an interval, which has no days.
 */
function daysFrom(days: Days, from: number, zone: string): Iterable<Temporal.PlainDate> {
  const first = dayOf(from, zone).subtract({ days: 1 })
  switch (days.kind) {
    case 'next':
      // Today's moment may have passed; tomorrow's has not.
      return [first, first.add({ days: 1 }), first.add({ days: 2 })]
    case 'dates':
      return datesFrom(days.dates, first, zone)
    case 'weekdays':
      return eachDay(first, day => days.numbers.includes(day.dayOfWeek))
    case 'monthDays':
      return eachDay(first, day => days.numbers.includes(day.day))
    case 'months':
      return firstsOfMonths(first, days.numbers)
    case 'interval':
    case 'open':
    case 'mixed':
      return []
  }
}

/** Returns each day once, also if two instants fall on it. */
function datesFrom(dates: readonly number[], first: Temporal.PlainDate, zone: string): Temporal.PlainDate[] {
  const byText = new Map(dates.map(date => dayOf(date, zone)).map(day => [day.toString(), day]))
  return [...byText.values()]
    .filter(day => Temporal.PlainDate.compare(day, first) >= 0)
    .sort(Temporal.PlainDate.compare)
}

/** A day of the month that a month does not have is skipped. */
function* eachDay(
  first: Temporal.PlainDate,
  isMeant: (day: Temporal.PlainDate) => boolean,
): Generator<Temporal.PlainDate> {
  for (let day = first; ; day = day.add({ days: 1 })) if (isMeant(day)) yield day
}

function* firstsOfMonths(first: Temporal.PlainDate, months: readonly number[]): Generator<Temporal.PlainDate> {
  const start = first.day === 1 ? first : first.with({ day: 1 }).add({ months: 1 })
  for (let day = start; ; day = day.add({ months: 1 })) if (months.includes(day.month)) yield day
}

// Why a schedule cannot be used now, each problem with the field that it belongs to.

export interface ScheduleFault {
  reason: 'incomplete' | 'passed' | 'too_late'
  field: string
  sentence: Sentence
}

/** What a check needs besides the moment: the latest moment of this schedule that has had its run, or was missed. */
type CheckView = RunsView & { past?: number | undefined }

/** Returns null if the campaign can be scheduled at `from`. */
export function faultOf(plan: Plan, view: CheckView): ScheduleFault | null {
  return incomplete(plan) ?? beyondWindow(plan, view) ?? passed(plan, view)
}

function incomplete({ days, time, sunset }: Plan): ScheduleFault | null {
  const lacking = (field: string, words: Sentence) => fault('incomplete', field, words)
  if (days.kind === 'open') {
    return lacking('message_type', sentence('campaigns.howOften'))
  }
  if (days.kind === 'mixed') {
    return lacking('message_type', sentence('campaigns.oneKind'))
  }
  if (days.kind === 'dates' && days.dates.length === 0) {
    return lacking('message_type.date', sentence('campaigns.someDate'))
  }
  if (time.kind === 'open') return lacking('campaign_start_date.time', sentence('campaigns.time'))
  if (time.kind === 'intelligent' && days.kind === 'interval' && days.seconds < DAY_SECONDS) {
    return lacking('campaign_start_date.type', sentence('campaigns.noIntelligent'))
  }
  if (sunset.kind === 'date' && sunset.date === null) return lacking('sunset.date', sentence('campaigns.lastDay'))
  if (sunset.kind === 'sends' && (sunset.sends === null || sunset.sends < 1)) {
    return lacking('sunset.number_of_send', sentence('campaigns.sends'))
  }
  return null
}

/** One year ahead, in the plan's time zone. A recurrence itself may last longer. */
function beyondWindow({ days, sunset, zone }: Plan, { from }: CheckView): ScheduleFault | null {
  const last = dayOf(from, zone).add({ years: 1 })
  const isBeyond = (date: number) => Temporal.PlainDate.compare(dayOf(date, zone), last) > 0
  const words = sentence('campaigns.year')
  if (days.kind === 'dates' && days.dates.some(isBeyond)) return fault('too_late', 'message_type.date', words)
  if (sunset.kind === 'date' && sunset.date !== null && isBeyond(sunset.date)) {
    return fault('too_late', 'sunset.date', words)
  }
  return null
}

function passed(plan: Plan, view: CheckView): ScheduleFault | null {
  const { days, sunset } = plan
  if (days.kind === 'dates' && days.dates.some(date => isOver(plan, date, view))) {
    return fault('passed', 'message_type.date', sentence('campaigns.passed'))
  }
  if (!runsOf(plan, view).next().done) return null
  if (sunset.kind === 'sends') {
    return fault('passed', 'sunset.number_of_send', sentence('campaigns.sentOften', { n: view.made ?? 0 }))
  }
  if (sunset.kind === 'date') return fault('passed', 'sunset.date', sentence('campaigns.endsEarly'))
  return fault('passed', 'message_type.date', sentence('campaigns.passed'))
}

/** Earlier than any date that can be sent, in any time zone. */
const LONG_AGO = -2 * DAY_SECONDS

/** A date in the past, unless it has had its run: dates that were sent may stay in the list. */
function isOver(plan: Plan, date: number, { from, past = -Infinity }: CheckView): boolean {
  const alone: Plan = { ...plan, type: 'once', days: { kind: 'dates', dates: [date] } }
  const [moment = Infinity] = runsOf(alone, { from: LONG_AGO })
  return moment < from && moment > past
}

function fault(reason: ScheduleFault['reason'], part: string, words: Sentence): ScheduleFault {
  return { reason, field: `schedule.${part}`, sentence: words }
}
