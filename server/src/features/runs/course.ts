/**
 * Samples of runs: their counters at times since the start, stored so that a run's chart reads sixty rows rather than its deliveries.
 * Frequent while a run is young, rarer later.
 */
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../lib/log.ts'
import { type Sample, insertDueSamples } from './course-queries.ts'

const TICK_MS = 5_000
const CHART_POINTS = 60
/** The rate is measured over about this time. */
const RATE_WINDOW_MS = 30_000

/** Takes samples until stopped. Any number of processes may do so: each sample is taken by one of them. */
export function startSampling(options: { database: Database; clock: Clock; log: Log }): () => Promise<void> {
  const { database, clock, log } = options
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() =>
      insertDueSamples(database.kysely, clock.now()).catch((error: unknown) =>
        log.warn({ err: error }, 'samples of runs could not be taken'),
      ),
    )
  }, TICK_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Share of known deliveries that must be reported. */
const SETTLED = 0.95
/** Reports may take this long, and no longer if the run is to be visible beside them. */
const REPORTS_MS = 72 * 3_600_000

/**
 * The part of the samples that shows the run: opens and clicks continue for weeks, so it ends with the run or, if deliveries are reported,
 * once nearly all of them are.
 */
export function untilSettled(samples: readonly Sample[], endedAt: Date): Sample[] {
  const until = samples.filter(({ at }) => at <= endedAt)
  const after = samples.filter(({ at }) => at > endedAt)
  const end = sampleAt(endedAt, until.at(-1), after[0])
  if (end === undefined) return []
  // A run may end in the very moment of its start.
  const before = until.filter(({ at, sent }) => at < endedAt || sent < end.sent)
  const settled = SETTLED * Math.max(end.delivered, ...after.map(({ delivered }) => delivered))
  if (end.delivered >= settled) return [...before, end]
  const last = after.findIndex(({ delivered }) => delivered >= settled)
  const untilMs = endedAt.getTime() + REPORTS_MS
  return [...before, end, ...after.slice(0, last + 1).filter(({ at }) => at.getTime() <= untilMs)]
}

/** At the end of the run everything has been handed over; readers' actions are interpolated between two samples. */
function sampleAt(at: Date, before: Sample | undefined, after: Sample | undefined): Sample | undefined {
  const known = after ?? before
  if (known === undefined) return undefined
  if (before === undefined || after === undefined) return { ...known, at }
  const betweenMs = after.at.getTime() - before.at.getTime()
  const share = betweenMs > 0 ? (at.getTime() - before.at.getTime()) / betweenMs : 1
  const between = (count: 'delivered' | 'opened' | 'clicked') =>
    before[count] + Math.round((after[count] - before[count]) * share)
  return { ...after, at, delivered: between('delivered'), opened: between('opened'), clicked: between('clicked') }
}

const FIRST_HOURS_MS = 48 * 3_600_000

/** From the start to the present, even if nothing has changed since the last sample. */
export function completeSamples(startedAt: Date, samples: readonly Sample[], latest: Sample): Sample[] {
  const start = { at: startedAt, done: 0, sent: 0, delivered: 0, opened: 0, clicked: 0 }
  return [start, ...samples.filter(({ at }) => at > startedAt && at < latest.at), latest]
}

/** The samples of the first two days; for an older run, ending with its state at that time. */
export function firstHours(course: readonly Sample[]): Sample[] {
  const [start] = course
  if (start === undefined) return []
  const until = new Date(start.at.getTime() + FIRST_HOURS_MS)
  const within = course.filter(({ at }) => at <= until)
  const last = within.at(-1) ?? start
  return within.length === course.length ? within : [...within, { ...last, at: until }]
}

/** At most sixty samples, including the first and the last, spread evenly over time. */
export function downsample(samples: readonly Sample[]): Sample[] {
  const first = samples[0]
  const last = samples.at(-1)
  if (samples.length <= CHART_POINTS || first === undefined || last === undefined) return [...samples]
  const stepMs = (last.at.getTime() - first.at.getTime()) / (CHART_POINTS - 1)
  const kept: Sample[] = []
  let dueMs = first.at.getTime()
  for (const sample of samples) {
    if (sample !== last && sample.at.getTime() < dueMs) continue
    if (kept.length === CHART_POINTS) kept.pop()
    kept.push(sample)
    dueMs += stepMs
  }
  return kept
}

/** Messages per second recently; null if unknown. */
export function recentRate(samples: readonly Sample[], now: Sample, startedAt: Date | null): number | null {
  const fromMs = now.at.getTime() - RATE_WINDOW_MS
  const start = startedAt === null ? undefined : { at: startedAt, done: 0 }
  const base = samples.find(sample => sample.at.getTime() >= fromMs) ?? samples.at(-1) ?? start
  if (base === undefined) return null
  const elapsedMs = now.at.getTime() - base.at.getTime()
  // A sample of this very second says nothing yet: the one before does.
  const from = elapsedMs < 1000 ? (samples.at(-2) ?? start) : base
  if (from === undefined) return null
  const ms = now.at.getTime() - from.at.getTime()
  return ms < 500 ? null : (Math.max(0, now.done - from.done) * 1000) / ms
}
