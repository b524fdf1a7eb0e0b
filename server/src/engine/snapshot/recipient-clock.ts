/**
 * Runs that follow their recipients' clocks. A RunClock is frozen with the run; from it come each recipient's moment, when the
 * recipients are fixed, and whose night a message waits for, when its turn comes. Pure: no clock and no database.
 */
import type { RecipientMoment } from '@notifly/contracts/schedules/moments'
import type { PassedChoice } from '@notifly/contracts/schedules/schedules'
import { dayOf, DAY_SECONDS, instantOf, zonedAt } from '../../lib/local-time.ts'

export interface RunClock {
  /** IANA name: the clock of recipients of whom nothing is known. */
  zone: string
  /** Null: all recipients have the run's own moment. */
  moment: RunMoment | null
  quiet: QuietHours | null
  /** What recipients get whose moment had passed at the launch. Runs of older versions lack it: none of theirs had. */
  passed?: PassedMoment
}

export interface PassedMoment {
  choice: PassedChoice
  /** Epoch seconds. What passes later, passes because the product was away: that is made up for. */
  launchedAt: number
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

/** What the clock and the calendar of that zone show. */
export function clockIn(zone: Zone, epochSeconds: number): Temporal.ZonedDateTime {
  return typeof zone === 'string' ? zonedAt(epochSeconds, zone) : zonedAt(epochSeconds + zone, 'UTC')
}

function dayIn(zone: Zone, epochSeconds: number): string {
  return (typeof zone === 'string' ? dayOf(epochSeconds, zone) : dayOf(epochSeconds + zone, 'UTC')).toString()
}

function secondsIn(zone: Zone, epochSeconds: number): number {
  if (typeof zone === 'number') return (((epochSeconds + zone) % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
  const { hour, minute, second } = zonedAt(epochSeconds, zone)
  return hour * HOUR_SECONDS + minute * 60 + second
}

/** A run whose recipients have moments of their own. */
export type ClockedRun = RunClock & { moment: RunMoment }

/** A recipient's clock, and the best hour on it where one is known. */
interface Own {
  zone: Zone
  hour: number | null
}

interface PlacingView {
  /** Epoch seconds. */
  now: number
  /** Null: never ends. */
  expiresAt: number | null
}

/** What becomes of a recipient when the recipients are fixed. */
type Placed =
  { dueAt: number } | { ends: 'moment_passed' | 'moment_after_end' | 'waits_for_next_run' | 'passed_at_launch' }

/** So late a message may still be. */
const LATEST_SECONDS = 24 * HOUR_SECONDS

/** A moment that the product missed means now, for a day; none counts that comes after the run's end. */
export function placedAt(run: ClockedRun, own: Own, { now, expiresAt }: PlacingView): Placed {
  const moment = chosenMoment(run, own)
  if (moment === null) return { ends: run.passed?.choice === 'next_run' ? 'waits_for_next_run' : 'passed_at_launch' }
  if (expiresAt !== null && moment > expiresAt) return { ends: 'moment_after_end' }
  if (moment <= now - LATEST_SECONDS) return { ends: 'moment_passed' }
  return { dueAt: Math.max(moment, now) }
}

/** Whether the recipient's moment had passed when the campaign was launched. */
export function hasPassed({ moment, passed }: ClockedRun, { zone, hour }: Own): boolean {
  return passed !== undefined && momentOf(moment, zone, hour) < passed.launchedAt
}

/** The recipient's moment in this run; null where it had passed at the launch and the message does not go for that. */
function chosenMoment(run: ClockedRun, own: Own): number | null {
  const { moment, passed } = run
  if (passed === undefined || !hasPassed(run, own)) return momentOf(moment, own.zone, own.hour)
  if (passed.choice === 'at_once') return passed.launchedAt
  return passed.choice === 'next_day' ? nextDaysMoment(moment, own, passed.launchedAt) : null
}

/** The same time of the first later day on which it has not passed. */
function nextDaysMoment(moment: RunMoment, { zone, hour }: Own, launchedAt: number): number {
  if (moment.kind === 'bestHourWithin') return momentOf(moment, zone, hour)
  const later = Temporal.PlainDate.from(dayIn(zone, launchedAt))
  const [at = launchedAt] = [0, 1]
    .map(days => momentOf({ ...moment, day: later.add({ days }).toString() }, zone, hour))
    .filter(each => each >= launchedAt)
  return at
}

/**
 * The clock of a run that begins at `now` and was to open at `opensAt` (epoch seconds). As long as moments that passed are made up for
 * it is the same; later each recipient has the same time on the first day on which it is still to come.
 */
export function movedClock(run: RunClock, opensAt: number, now: number): RunClock {
  const { moment } = run
  if (moment === null || now < opensAt + LATEST_SECONDS) return run
  if (moment.kind === 'bestHourWithin') {
    return { ...run, moment: { ...moment, from: now, until: now + moment.until - moment.from } }
  }
  return {
    ...run,
    moment: { ...moment, day: dayIn(LAST_ZONE, now) },
    passed: { choice: 'next_day', launchedAt: now },
  }
}

/** UTC-12: nowhere is the day an earlier one. */
const LAST_ZONE = -12 * HOUR_SECONDS

/** Recipients with one clock and one best hour on it. */
export interface ClockGroup extends Own {
  people: number
}

interface MomentsView extends PlacingView {
  /** When the run begins for those who have no moment of their own. */
  at: number
  /** The moment of the run that follows it. */
  following: RunMoment | null
}

/** Clocks that people live by differ by quarters of an hour; others share the line of the nearest one. */
const LINE_SECONDS = 900

/** When the messages of a run leave, by clock: as placedAt places them now, and kept out of quiet hours as a run keeps them. */
export function momentsOf(run: RunClock, groups: readonly ClockGroup[], view: MomentsView): RecipientMoment[] {
  const found = new Map<string, RecipientMoment>()
  for (const { people, ...own } of groups) {
    const each = recipientMoment(run, own, view)
    const lines = [each.at ?? -1, each.zone_offset].map(seconds => Math.floor(seconds / LINE_SECONDS))
    const key = [...lines, each.passed].join(' ')
    const line = found.get(key)
    found.set(key, { ...(line ?? each), people: people + (line?.people ?? 0) })
  }
  return [...found.values()].sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity) || a.zone_offset - b.zone_offset)
}

function recipientMoment(run: RunClock, own: Own, view: MomentsView): Omit<RecipientMoment, 'people'> {
  const isClocked = isClockedRun(run)
  const passed = isClocked && hasPassed(run, own)
  const getsNext = passed && run.passed?.choice === 'next_run'
  const due = !isClocked ? view.at : getsNext ? followingMoment(own, view) : dueAt(run, own, view)
  const at = due === null ? null : keptQuiet(run, own.zone, due)
  const leaves = at !== null && (view.expiresAt === null || at <= view.expiresAt)
  return { zone_offset: offsetIn(own.zone, at ?? view.at), at: leaves ? at : null, passed }
}

export function isClockedRun(run: RunClock): run is ClockedRun {
  return run.moment !== null
}

function dueAt(run: ClockedRun, own: Own, view: PlacingView): number | null {
  const placed = placedAt(run, own, view)
  return 'dueAt' in placed ? placed.dueAt : null
}

function followingMoment({ zone, hour }: Own, { following }: MomentsView): number | null {
  return following === null ? null : momentOf(following, zone, hour)
}

function keptQuiet({ quiet }: RunClock, zone: Zone, at: number): number {
  return (quiet === null ? null : quietEnd(quiet, zone, at)) ?? at
}

/** Seconds east of UTC. */
function offsetIn(zone: Zone, epochSeconds: number): number {
  return typeof zone === 'number' ? zone : Math.round(zonedAt(epochSeconds, zone).offsetNanoseconds / 1e9)
}
