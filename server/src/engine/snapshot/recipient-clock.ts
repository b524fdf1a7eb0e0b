/**
 * Runs that follow their recipients' clocks. A RunClock is frozen with the run. It decides when each recipient's message is due, when the
 * recipients are fixed, and whose quiet hours a message waits for, when its turn comes. Pure: no clock and no database.
 */
import type { RecipientMoment } from '@notifly/contracts/schedules/moments'
import type { PassedChoice } from '@notifly/contracts/schedules/schedules'
import { dayOf, DAY_SECONDS, instantOf, zonedAt } from '../../lib/time/local-time.ts'

export interface RunClock {
  /** IANA name: the clock of recipients whose own is unknown. */
  zone: string
  /** Null: all recipients are due at the run's own time. */
  moment: RunMoment | null
  quiet: QuietHours | null
  /** What happens to recipients whose time had passed at the launch. Runs of older versions lack it: none of theirs had. */
  passed?: PassedMoment
}

export interface PassedMoment {
  choice: PassedChoice
  /** Launch, in epoch seconds. Times that pass later pass because the product was down, and are made up for. */
  launchedAt: number
}

export type RunMoment =
  /** A time on each recipient's own clock. */
  | { kind: 'time'; day: string; seconds: number }
  /** Each recipient's best hour: of a day on their own clock, or of the time between two instants. */
  | { kind: 'bestHourOfDay'; day: string }
  | { kind: 'bestHourWithin'; from: number; until: number }

/** Seconds of the day. A start later than the end spans midnight; equal ones mean no quiet hours. */
export interface QuietHours {
  from: number
  to: number
}

/** What a run with quiet hours needs at each turn. */
export interface QuietRun {
  hours: QuietHours
  /** Clock of recipients whose own is unknown. */
  zone: string
  /** Milliseconds since 1970; null: never. */
  expiresAtMs: number | null
}

/** What a contact says about its clock. */
export interface OwnClock {
  timezone: string | null
  /** Seconds east of UTC. */
  timezone_offset: number | null
}

/** An IANA name, or seconds east of UTC. */
export type Zone = string | number

/** Returns the zone's name if it is one, else the offset, else `fallback`. */
export function zoneOf({ timezone, timezone_offset: offset }: OwnClock, fallback: string): Zone {
  if (timezone !== null && isZone(timezone)) return timezone
  return offset ?? fallback
}

const known = new Map<string, boolean>()
/** Contacts may have any text as their zone. */
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

/** Returns a recipient's time in epoch seconds. `hour`: the best one on their clock; null if unknown, which means the start. */
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

/** A window on a day of 23 hours may lack a recipient's hour: then the last hour of the window counts. */
function hourWithin({ from, until }: { from: number; until: number }, zone: Zone, hour: number): number {
  const today = dayIn(zone, from)
  const days = [today, Temporal.PlainDate.from(today).add({ days: 1 }).toString()]
  const moments = days.map(day => instantIn(zone, day, hour * HOUR_SECONDS))
  const found = moments.find(at => at >= from) ?? from
  return found < until ? found : Math.max(from, until - HOUR_SECONDS)
}

/** Returns when the quiet hours that contain `now` end on the clock of `zone`, in epoch seconds; null outside of them. */
export function quietEnd({ from, to }: QuietHours, zone: Zone, now: number): number | null {
  if (from === to) return null
  const time = secondsIn(zone, now)
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to
  if (!isQuiet) return null
  const today = Temporal.PlainDate.from(dayIn(zone, now))
  const end = instantIn(zone, (time < to ? today : today.add({ days: 1 })).toString(), to)
  // Of an hour that occurs twice, the first one counts: in the second one they have ended.
  return end > now ? end : null
}

/** The hour of the day on a clock, 0 to 23. */
export function hourIn(zone: Zone, epochSeconds: number): number {
  return Math.floor(secondsIn(zone, epochSeconds) / HOUR_SECONDS)
}

/** The instant of a time of day: in a gap the first instant after it; of two, the first. */
function instantIn(zone: Zone, day: string, seconds: number): number {
  const date = Temporal.PlainDate.from(day)
  return typeof zone === 'string' ? instantOf(date, seconds, zone) : instantOf(date, seconds, 'UTC') - zone
}

/** Date and time in that zone. */
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

/** A run whose recipients have times of their own. */
export type ClockedRun = RunClock & { moment: RunMoment }

/** A recipient's clock, and the best hour on it if known. */
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

/** What happens to a recipient when the recipients are fixed. */
type Placed =
  { dueAt: number } | { ends: 'moment_passed' | 'moment_after_end' | 'waits_for_next_run' | 'passed_at_launch' }

/** How late a message may still be sent. */
const LATEST_SECONDS = 24 * HOUR_SECONDS

/** A time that the product missed means now, for up to a day; a time after the run's end is never used. */
export function placedAt(run: ClockedRun, own: Own, { now, expiresAt }: PlacingView): Placed {
  const moment = chosenMoment(run, own)
  if (moment === null) return { ends: run.passed?.choice === 'next_run' ? 'waits_for_next_run' : 'passed_at_launch' }
  if (expiresAt !== null && moment > expiresAt) return { ends: 'moment_after_end' }
  if (moment <= now - LATEST_SECONDS) return { ends: 'moment_passed' }
  return { dueAt: Math.max(moment, now) }
}

/** Whether the recipient's time had passed when the campaign was launched. */
export function hasPassed({ moment, passed }: ClockedRun, { zone, hour }: Own): boolean {
  return passed !== undefined && momentOf(moment, zone, hour) < passed.launchedAt
}

/** The recipient's time in this run; null if it had passed at the launch and the message is skipped for that. */
function chosenMoment(run: ClockedRun, own: Own): number | null {
  const { moment, passed } = run
  if (passed === undefined || !hasPassed(run, own)) return momentOf(moment, own.zone, own.hour)
  if (passed.choice === 'at_once') return passed.launchedAt
  return passed.choice === 'next_day' ? nextDaysMoment(moment, own, passed.launchedAt) : null
}

/** The same time on the first later day on which it has not passed. */
function nextDaysMoment(moment: RunMoment, { zone, hour }: Own, launchedAt: number): number {
  if (moment.kind === 'bestHourWithin') return momentOf(moment, zone, hour)
  const later = Temporal.PlainDate.from(dayIn(zone, launchedAt))
  const [at = launchedAt] = [0, 1]
    .map(days => momentOf({ ...moment, day: later.add({ days }).toString() }, zone, hour))
    .filter(each => each >= launchedAt)
  return at
}

/**
 * Returns the clock of a run that starts at `now` and was due at `opensAt` (epoch seconds). While missed times are still made up for, it is
 * the same; later, each recipient gets the same time on the first day on which it is still to come.
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

/** UTC-12: the zone in which a day ends last. */
const LAST_ZONE = -12 * HOUR_SECONDS

/** Recipients with the same clock and best hour. */
export interface ClockGroup extends Own {
  people: number
}

interface MomentsView extends PlacingView {
  /** When the run starts for recipients without a time of their own. */
  at: number
  /** When the next run starts; null without one. */
  following: RunMoment | null
}

/** Clocks in use differ by quarters of an hour; others share the line of the nearest one. */
const LINE_SECONDS = 900

/** When the messages of a run are sent, by clock: as placedAt places them now, and outside of quiet hours if the run has some. */
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
  const at = due === null ? null : afterQuietHours(run, own.zone, due)
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

function afterQuietHours({ quiet }: RunClock, zone: Zone, at: number): number {
  return (quiet === null ? null : quietEnd(quiet, zone, at)) ?? at
}

/** Seconds east of UTC. */
function offsetIn(zone: Zone, epochSeconds: number): number {
  return typeof zone === 'number' ? zone : Math.round(zonedAt(epochSeconds, zone).offsetNanoseconds / 1e9)
}
