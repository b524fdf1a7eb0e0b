/**
 * A schedule as an English sentence, in two steps: `partsOf` returns its parts without words of any language, and `englishOf` writes them
 * in English. A translation replaces the second step only.
 */
import { zonedAt } from '../../lib/time/local-time.ts'
import { type Days, type Plan, type ScheduleEnd, runsOf, type RunsView } from './plan.ts'

/** The parts of the sentence. Days and times are instants, or plain numbers in the plan's time zone. */
export type ScheduleParts = { quiet: boolean } & (
  | { kind: 'immediately' | 'open' | 'passed' | 'bestHour' }
  | ({ kind: 'once'; moment: number } & At)
  | ({ kind: 'dates'; dates: number[]; others: number } & At)
  | ({ kind: 'interval'; hours: number; sunset: ScheduleEnd } & At)
  | ({ kind: 'daily'; sunset: ScheduleEnd } & At)
  | ({ kind: 'weekdays' | 'monthDays' | 'months'; numbers: readonly number[]; sunset: ScheduleEnd } & At)
)

interface At {
  /** Null: at each recipient's best hour. */
  time: string | null
  zone: string
  isOnTheirClock: boolean
}

/** How many dates are listed; of more, the number is given. */
const DATES_NAMED = 3
const DAYS_OF_WEEK = 7
const DAYS_OF_MONTH = 31

export function partsOf(plan: Plan, view: RunsView): ScheduleParts {
  const { days, time, sunset, keepsQuiet: quiet } = plan
  if (days.kind === 'next' && time.kind === 'dayStart') return { kind: 'immediately', quiet }
  if (days.kind === 'next' && time.kind === 'intelligent') return { kind: 'bestHour', quiet }
  const open = { kind: 'open', quiet: false } as const
  if (time.kind === 'open' || days.kind === 'open' || days.kind === 'mixed') return open
  if (days.kind === 'dates' && days.dates.length === 0) return open
  // A recurrence is still described after its end.
  const [first] = runsOf({ ...plan, sunset: { kind: 'never' } }, view)
  if (first === undefined) return { kind: 'passed', quiet: false }
  if (plan.type === 'once') return partsOfMoment(plan, first)
  const common = atOf(plan, first)
  if (days.kind === 'dates') {
    const runs = [...runsOf(plan, view)]
    return {
      kind: 'dates',
      dates: runs.slice(0, DATES_NAMED),
      others: Math.max(0, runs.length - DATES_NAMED),
      ...common,
    }
  }
  return { ...recurrenceOf(days), ...common, sunset } as ScheduleParts
}

/** For a single send at a known moment: on a day with a clock change it differs from the time that was chosen. */
export function partsOfMoment(plan: Plan, moment: number): ScheduleParts {
  const at = atOf(plan, moment)
  const isShown = !plan.isOnTheirClock && (at.time !== null || plan.days.kind === 'next')
  return { kind: 'once', moment, ...at, ...(isShown && { time: clockText(zonedAt(moment, plan.zone)) }) }
}

function atOf(plan: Plan, run: number): At & { quiet: boolean } {
  const { zone, isOnTheirClock, keepsQuiet: quiet } = plan
  return { time: plan.time.kind === 'intelligent' ? null : timeText(plan, run), zone, isOnTheirClock, quiet }
}

function recurrenceOf(days: Days) {
  if (days.kind === 'interval') return { kind: 'interval', hours: days.seconds / 3600 }
  if (days.kind !== 'weekdays' && days.kind !== 'monthDays' && days.kind !== 'months') return { kind: 'open' }
  const all = days.kind === 'weekdays' ? DAYS_OF_WEEK : days.kind === 'monthDays' ? DAYS_OF_MONTH : Infinity
  return days.numbers.length === all ? { kind: 'daily' } : { kind: days.kind, numbers: days.numbers }
}

/** "Every Monday and Thursday at 9:30 AM (Asia/Kolkata); ends after 8 sends". */
export function englishOf(parts: ScheduleParts): string {
  return `${mainText(parts)}${parts.quiet ? '; respects quiet hours' : ''}`
}

function mainText(parts: ScheduleParts): string {
  switch (parts.kind) {
    case 'immediately':
      return 'As soon as it launches'
    case 'open':
      return 'No time chosen yet'
    case 'bestHour':
      return "Within 24 hours of launch, at each recipient's best hour"
    case 'passed':
      return 'At a time that has passed'
    case 'once':
      return `On ${longDayText(parts.moment, parts.zone)}${atText(parts)}`
    case 'dates':
      return `${datesText(parts)}${atText(parts)}`
    case 'interval': {
      const every = parts.hours === 1 ? 'Every hour' : `Every ${String(parts.hours)} hours`
      return `${every}${parts.time === null ? atText(parts) : ` from ${parts.time}${clockWords(parts)}`}${sunsetText(parts)}`
    }
    default:
      return `${daysText(parts)}${atText(parts)}${sunsetText(parts)}`
  }
}

/** " at 9:30 AM (Asia/Kolkata)". */
function atText(at: At): string {
  if (at.time !== null) return ` at ${at.time}${clockWords(at)}`
  return `, at each recipient's best hour${at.isOnTheirClock ? '' : ` (${at.zone})`}`
}

function clockWords({ zone, isOnTheirClock }: At): string {
  return isOnTheirClock ? ", recipient's local time" : ` (${zone})`
}

function longDayText(epochSeconds: number, zone: string): string {
  const weekday = zonedAt(epochSeconds, zone).toLocaleString('en-US', { weekday: 'long' })
  return `${weekday}, ${dayText(epochSeconds, zone)}`
}

/** The time as chosen: a run on a day with a clock change may be later. */
function timeText({ time, zone }: Plan, run: number): string {
  if (time.kind === 'shifted') return clockText(zonedAt(run, zone))
  const seconds = time.kind === 'local' ? time.seconds : 0
  return clockText(Temporal.PlainTime.from('00:00').add({ seconds }))
}

function clockText(time: Temporal.ZonedDateTime | Temporal.PlainTime): string {
  // Intl puts a narrow no-break space before AM and PM, which people cannot type or search for.
  return time.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' }).replace(/\s/gu, ' ')
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

function datesText({ dates, others, zone }: Extract<ScheduleParts, { kind: 'dates' }>): string {
  const named = dates.map(date => dayText(date, zone))
  return `On ${list.format(others === 0 ? named : [...named, `${String(others)} more`])}`
}

type Recurring = Extract<ScheduleParts, { sunset: ScheduleEnd }>

function daysText(parts: Recurring): string {
  switch (parts.kind) {
    case 'weekdays':
      return `Every ${list.format(parts.numbers.map(weekdayText))}`
    case 'monthDays':
      return `On the ${list.format(parts.numbers.map(ordinal))} of every month`
    case 'months':
      return parts.numbers.length === 12
        ? 'On the first day of every month'
        : `On the first day of ${list.format(parts.numbers.map(monthText))}`
    default:
      return 'Every day'
  }
}

function sunsetText({ sunset, zone }: Recurring): string {
  if (sunset.kind === 'date' && sunset.date !== null) return `; ends on ${dayText(sunset.date, zone)}`
  if (sunset.kind !== 'sends' || sunset.sends === null) return ''
  return `; ends after ${sunset.sends === 1 ? '1 send' : `${sunset.sends.toLocaleString('en-US')} sends`}`
}

/** "24 November 2026", the dashboard's long form of dates. */
function dayText(epochSeconds: number, zone: string): string {
  const { day, month, year } = zonedAt(epochSeconds, zone)
  return `${String(day)} ${monthText(month)} ${String(year)}`
}

/** 2026 began on a Thursday, so 5 January was a Monday. */
const weekdayText = (isoDay: number): string =>
  Temporal.PlainDate.from({ year: 2026, month: 1, day: 4 + isoDay }).toLocaleString('en-US', { weekday: 'long' })

const monthText = (month: number): string =>
  Temporal.PlainDate.from({ year: 2026, month, day: 1 }).toLocaleString('en-US', { month: 'long' })

const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

function ordinal(day: number): string {
  return `${String(day)}${ENDINGS[rules.select(day)] ?? 'th'}`
}
