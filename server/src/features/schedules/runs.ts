/** The runs of a plan: its days and its time of day as instants, up to its sunset. */
import { daysFrom } from './days.ts'
import { dayOf, instantOf, localSecondsOf } from '../../lib/local-time.ts'
import type { Plan } from './plan.ts'

export interface RunsView {
  /** Epoch seconds: runs before it do not count. */
  from: number
  /** When the schedule was chosen: an interval counts from the first start at or after it. `from` where absent. */
  since?: number | undefined
  /** Runs that were made already; a sunset after a number of sends counts them. */
  made?: number | undefined
}

/** Every run at or after `from`, strictly ascending; without end for a recurrence that never ends. */
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

/** The last instant at which a run may begin or a message leave; Infinity without a sunset on a date. */
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

/** Elapsed hours, whatever the clock does in between. */
function* byInterval(plan: Plan, seconds: number, { from, since = from }: RunsView): Generator<number> {
  const first = firstStart(plan, since)
  if (first === null) return
  const passed = Math.max(0, Math.ceil((from - first) / seconds))
  for (let run = first + passed * seconds; ; run += seconds) yield run
}

/** The first time of day that comes at or after a moment. */
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

/** The time of that day as it was asked for, in seconds; null while none is chosen. What looks for the best hour has the whole day. */
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
