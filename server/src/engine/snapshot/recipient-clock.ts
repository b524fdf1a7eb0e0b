/**
 * Runs that follow their recipients' clocks. A RunClock is frozen with the run; from it come each recipient's moment, when the
 * recipients are fixed, and whose night a message waits for, when its turn comes. Pure: no clock and no database.
 */
import { dayOf, DAY_SECONDS, instantOf, zonedAt } from '../../lib/local-time.ts'

export interface RunClock {
  /** IANA name: the clock of recipients of whom nothing is known. */
  zone: string
  /** Null: all recipients have the run's own moment. */
  moment: RunMoment | null
  quiet: QuietHours | null
}

export type RunMoment =
  /** A time on each recipient's own clock. */
  | { kind: 'time'; day: string; seconds: number }
  /** Each recipient's best hour: of a day on their own clock, or of the time between two instants. */
  | { kind: 'bestHourOfDay'; day: string }
  | { kind: 'bestHourWithin'; from: number; until: number }

/** Seconds of the day; from the later one to the earlier one they go over midnight, equal ones are none. */
export interface QuietHours {
  from: number
  to: number
}

/** What a run that keeps quiet hours needs to know at each turn. */
export interface QuietRun {
  hours: QuietHours
  /** Clock of those of whom nothing is known. */
  zone: string
  /** Milliseconds since 1970; null: never. */
  expiresAtMs: number | null
}

/** What a contact says of its clock. */
export interface OwnClock {
  timezone: string | null
  /** Seconds east of UTC. */
  timezone_offset: number | null
}

/** An IANA name, or seconds east of UTC. */
export type Zone = string | number

/** The zone's name, if it is one; else the offset; else `fallback`. */
export function zoneOf({ timezone, timezone_offset: offset }: OwnClock, fallback: string): Zone {
  if (timezone !== null && isZone(timezone)) return timezone
  return offset ?? fallback
}

const known = new Map<string, boolean>()
/** Contacts can hold any text as their zone. */
const REMEMBERED = 5000

function isZone(name: string): boolean {
  let answer = known.get(name)
  if (answer !== undefined) return answer
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    answer = /^[a-z]/i.test(name)
  } catch {
    answer = false
  }
  if (known.size >= REMEMBERED) known.clear()
  known.set(name, answer)
  return answer
}

/** A recipient's moment in epoch seconds. `hour` is the best one on their clock; null: nothing is known, which means the begin. */
export function momentOf(moment: RunMoment, zone: Zone, hour: number | null): number {
  switch (moment.kind) {
    case 'time':
      return instantIn(zone, moment.day, moment.seconds)
    case 'bestHourOfDay':
      return instantIn(zone, moment.day, (hour ?? 0) * HOUR_SECONDS)
    case 'bestHourWithin':
      return hour === null ? moment.from : hourWithin(moment, zone, hour)
  }
}

const HOUR_SECONDS = 3600

/** A window on a day of 23 hours may lack one of a recipient's hours: then it is the last one of the window. */
function hourWithin({ from, until }: { from: number; until: number }, zone: Zone, hour: number): number {
  const today = dayIn(zone, from)
  const days = [today, Temporal.PlainDate.from(today).add({ days: 1 }).toString()]
  const moments = days.map(day => instantIn(zone, day, hour * HOUR_SECONDS))
  const found = moments.find(at => at >= from) ?? from
  return found < until ? found : Math.max(from, until - HOUR_SECONDS)
}

/** When the quiet hours that hold `now` end on the clock of `zone`, in epoch seconds; null outside of them. */
export function quietEnd({ from, to }: QuietHours, zone: Zone, now: number): number | null {
  if (from === to) return null
  const time = secondsIn(zone, now)
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to
  if (!isQuiet) return null
  const today = Temporal.PlainDate.from(dayIn(zone, now))
  const end = instantIn(zone, (time < to ? today : today.add({ days: 1 })).toString(), to)
  // Of an hour that comes twice the first one counts: in the second one they have ended.
  return end > now ? end : null
}

/** The hour of the day that a clock shows, 0 to 23. */
export function hourIn(zone: Zone, epochSeconds: number): number {
  return Math.floor(secondsIn(zone, epochSeconds) / HOUR_SECONDS)
}

/** A time of a day: in a gap the first moment after it, of two the first. */
function instantIn(zone: Zone, day: string, seconds: number): number {
  const date = Temporal.PlainDate.from(day)
  return typeof zone === 'string' ? instantOf(date, seconds, zone) : instantOf(date, seconds, 'UTC') - zone
}

function dayIn(zone: Zone, epochSeconds: number): string {
  return (typeof zone === 'string' ? dayOf(epochSeconds, zone) : dayOf(epochSeconds + zone, 'UTC')).toString()
}

function secondsIn(zone: Zone, epochSeconds: number): number {
  if (typeof zone === 'number') return (((epochSeconds + zone) % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
  const { hour, minute, second } = zonedAt(epochSeconds, zone)
  return hour * HOUR_SECONDS + minute * 60 + second
}

interface PlacingView {
  /** Epoch seconds. */
  now: number
  /** Null: never ends. */
  expiresAt: number | null
}

/** What becomes of a recipient whose moment is known when the recipients are fixed. */
type Placed = { dueAt: number } | { ends: 'moment_passed' | 'moment_after_end' }

/** So late a message may still be. */
const LATEST_SECONDS = 24 * HOUR_SECONDS

/** A moment that has passed means now for a day; none counts that comes after the run's end. */
export function placedAt(moment: number, { now, expiresAt }: PlacingView): Placed {
  if (expiresAt !== null && moment > expiresAt) return { ends: 'moment_after_end' }
  if (moment <= now - LATEST_SECONDS) return { ends: 'moment_passed' }
  return { dueAt: Math.max(moment, now) }
}
