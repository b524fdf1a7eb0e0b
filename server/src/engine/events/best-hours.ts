/**
 * The hours of the day at which people open and click. Each such event adds a weight to its hour in the reader's time zone; a later one
 * weighs more, so that old habits fade. Weights grow with the time since a fixed day, instead of shrinking with age, so that stored sums
 * never have to be recalculated.
 */
import { clockIn, hourIn, zoneOf, type OwnClock } from '../snapshot/recipient-clock.ts'

const DAY_MS = 86_400_000
const HALF_LIFE_DAYS = 60
const FIXED_DAY_MS = Date.UTC(2026, 0, 1)
const HOURS = 24

/** This many events of the last week, or twice as many from 60 days earlier, make a habit. */
const LEAST_EVENTS = 3
const FRESH_MS = 7 * DAY_MS

/** The weight of an event at that time, as the database stores it. */
export function weightAt(atMs: number): number {
  return 2 ** ((atMs - FIXED_DAY_MS) / (HALF_LIFE_DAYS * DAY_MS))
}

/** The sum of weights from which on a best hour is known. */
export function leastTotal(now: Date): number {
  return LEAST_EVENTS * weightAt(now.getTime() - FRESH_MS)
}

export interface ReaderEvent extends OwnClock {
  applicationId: string
  contactId: string
  channel: string
  /** IANA zone of the application. */
  zone: string
  atMs: number
  /** It clicked; otherwise it opened. */
  hasClicked: boolean
}

/** Weights to add to the hours of one reader, or of a whole application. */
export interface HourWeights {
  applicationId: string
  contactId: string
  channel: string
  weights: number[]
}

/** Sums the events of each reader. */
export function sumHourWeights(events: readonly ReaderEvent[]): HourWeights[] {
  const readers = new Map<string, HourWeights>()
  for (const event of events) {
    const { applicationId, contactId, channel, atMs, zone } = event
    const key = `${applicationId} ${contactId} ${channel}`
    let reader = readers.get(key)
    if (reader === undefined) {
      reader = { applicationId, contactId, channel, weights: Array<number>(HOURS).fill(0) }
      readers.set(key, reader)
    }
    const hour = hourIn(zoneOf(event, zone), Math.floor(atMs / 1000))
    reader.weights[hour] = (reader.weights[hour] ?? 0) + weightAt(atMs)
  }
  return [...readers.values()]
}

/** Opens and clicks of an application in one hour of the week, each in its reader's time zone and calendar. */
export interface WeekHour {
  applicationId: string
  channel: string
  /** First day of the month, YYYY-MM-DD. */
  month: string
  /** 1 is Monday. */
  weekday: number
  hour: number
  opened: number
  clicked: number
}

/** Counts the events of each hour, in the order of the keys. */
export function countByWeekHour(events: readonly ReaderEvent[]): WeekHour[] {
  const hours = new Map<string, WeekHour>()
  for (const event of events) {
    const { applicationId, channel, atMs, zone, hasClicked } = event
    const clock = clockIn(zoneOf(event, zone), Math.floor(atMs / 1000))
    const { dayOfWeek: weekday, hour } = clock
    const month = clock.toPlainDate().with({ day: 1 }).toString()
    const key = `${applicationId} ${channel} ${month} ${weekday} ${String(hour).padStart(2, '0')}`
    let counted = hours.get(key)
    if (counted === undefined) {
      counted = { applicationId, channel, month, weekday, hour, opened: 0, clicked: 0 }
      hours.set(key, counted)
    }
    if (hasClicked) counted.clicked++
    else counted.opened++
  }
  return [...hours.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted)
}
