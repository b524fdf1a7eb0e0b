/**
 * A schedule as an English sentence, in two steps: `partsOf` says what it holds, without a word of any language; `sentence`
 * says it in English. Another language replaces the second step alone.
 */
import { zonedAt } from '../../lib/local-time.ts'
import type { Days, Plan, Sunset } from './plan.ts'
import { runsOf, type RunsView } from './runs.ts'

/** What is to be said. Days and times are instants or plain numbers on the plan's clock. */
export type ScheduleParts =
  | { kind: 'immediately' | 'open' | 'passed' | 'intelligent' }
  | { kind: 'once'; moment: number; zone: string }
  | { kind: 'dates'; dates: number[]; others: number; time: string; zone: string }
  | { kind: 'interval'; hours: number; time: string; zone: string; sunset: Sunset }
  | { kind: 'daily'; time: string; zone: string; sunset: Sunset }
  | {
      kind: 'weekdays' | 'monthDays' | 'months'
      numbers: readonly number[]
      time: string
      zone: string
      sunset: Sunset
    }

/** Dates that are named; of the others the number is. */
const DATES_NAMED = 3
const DAYS_OF_WEEK = 7
const DAYS_OF_MONTH = 31

export function partsOf(plan: Plan, view: RunsView): ScheduleParts {
  const { days, time, zone, sunset } = plan
  if (days.kind === 'next' && time.kind === 'dayStart') return { kind: 'immediately' }
  if (time.kind === 'intelligent') return { kind: 'intelligent' }
  if (time.kind === 'open' || days.kind === 'open' || days.kind === 'mixed') return { kind: 'open' }
  if (days.kind === 'dates' && days.dates.length === 0) return { kind: 'open' }
  // What recurs is still said after its end.
  const [first] = runsOf({ ...plan, sunset: { kind: 'never' } }, view)
  if (first === undefined) return { kind: 'passed' }
  const common = { time: timeText(plan, first), zone }
  if (plan.type === 'once') return { kind: 'once', moment: first, zone }
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

function recurrenceOf(days: Days) {
  if (days.kind === 'interval') return { kind: 'interval', hours: days.seconds / 3600 }
  if (days.kind !== 'weekdays' && days.kind !== 'monthDays' && days.kind !== 'months') return { kind: 'open' }
  const all = days.kind === 'weekdays' ? DAYS_OF_WEEK : days.kind === 'monthDays' ? DAYS_OF_MONTH : Infinity
  return days.numbers.length === all ? { kind: 'daily' } : { kind: days.kind, numbers: days.numbers }
}

/** "Every Monday and Thursday at 9:30 AM (Asia/Kolkata); ends after 8 sends". */
export function sentence(parts: ScheduleParts): string {
  switch (parts.kind) {
    case 'immediately':
      return 'As soon as it is launched'
    case 'open':
      return 'At a time that is not chosen yet'
    case 'intelligent':
      return 'At the hour that suits each recipient'
    case 'passed':
      return 'At a moment that has passed'
    case 'once':
      return `On ${momentText(parts.moment, parts.zone)}`
    case 'dates':
      return `${datesText(parts)} at ${parts.time} (${parts.zone})`
    case 'interval': {
      const every = parts.hours === 1 ? 'Every hour' : `Every ${String(parts.hours)} hours`
      return `${every} from ${parts.time} (${parts.zone})${sunsetText(parts)}`
    }
    default:
      return `${daysText(parts)} at ${parts.time} (${parts.zone})${sunsetText(parts)}`
  }
}

/** "Tuesday, November 17, 2026 at 9:30 AM (Asia/Kolkata)". */
export function momentText(epochSeconds: number, zone: string): string {
  const moment = zonedAt(epochSeconds, zone)
  const day = moment.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
  return `${day} at ${clockText(moment)} (${zone})`
}

/** The time as it was chosen: a run on a day with a gap may show a later one. */
function timeText({ time, zone }: Plan, run: number): string {
  if (time.kind === 'shifted') return clockText(zonedAt(run, zone))
  const seconds = time.kind === 'local' ? time.seconds : 0
  return clockText(Temporal.PlainTime.from('00:00').add({ seconds }))
}

function clockText(time: Temporal.ZonedDateTime | Temporal.PlainTime): string {
  // Intl puts a narrow no-break space before AM and PM, which nobody can type or search for.
  return time.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' }).replace(/\s/gu, ' ')
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

function datesText({ dates, others, zone }: Extract<ScheduleParts, { kind: 'dates' }>): string {
  const named = dates.map(date => dayText(date, zone))
  return `On ${list.format(others === 0 ? named : [...named, `${String(others)} more`])}`
}

type Recurring = Extract<ScheduleParts, { sunset: Sunset }>

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

function dayText(epochSeconds: number, zone: string): string {
  return zonedAt(epochSeconds, zone).toLocaleString('en-US', { month: 'long', day: 'numeric', year: 'numeric' })
}

/** 2026 began on a Thursday, so January 5 was a Monday. */
const weekdayText = (isoDay: number): string =>
  Temporal.PlainDate.from({ year: 2026, month: 1, day: 4 + isoDay }).toLocaleString('en-US', { weekday: 'long' })

const monthText = (month: number): string =>
  Temporal.PlainDate.from({ year: 2026, month, day: 1 }).toLocaleString('en-US', { month: 'long' })

const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

function ordinal(day: number): string {
  return `${String(day)}${ENDINGS[rules.select(day)] ?? 'th'}`
}
