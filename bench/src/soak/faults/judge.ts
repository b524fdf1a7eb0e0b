/** Checks what must be true of a campaign under faults on every channel, by comparing the product's records with those of the provider. */
import type { DatedDecision } from '@notifly/sandbox/faults/decisions'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { selectDifferences } from '@notifly/server/engine/upkeep/counter-queries'
import { countsByName, STATE, STATE_NAMES } from '@notifly/server/engine/states'
import { MAX_ATTEMPTS } from '@notifly/server/engine/record/outcomes'
import { TUNING } from '@notifly/server/engine/tuning'
import { liveDevices, recount, type Recounted, reportsDelivery } from './judge-queries.ts'
import type { Promises } from '../promises.ts'
import { otherChannelOf, type FaultsCase } from './channels.ts'
import type { FaultsWorld } from './world.ts'

export interface JudgedRun {
  promises: Promises
  /** Of the provider: attempts that came, those that it put off, seconds from the first to the last. */
  attempts: number
  putOff: number
  seconds: number
  /** Most attempts within one second. */
  peak: number
}

export interface Sent {
  runId: string
  /** Messages a second that the settings allow. */
  rate: number
  /** Something was done to the product or the provider meanwhile: messages may be in doubt, and time is lost. */
  isHurt: boolean
  /** Connections that killed workers had: as many messages were on their way, and may come twice. */
  atKills: number
}

type ByTarget = ReadonlyMap<string, readonly DatedDecision[]>

/**
 * How much of the time before a window may count for it: a message may be sent a quarter of a second late, wait for a connection for a
 * moment, and a busy machine groups arrivals.
 */
const EARLIER_SECONDS = 0.6
const LONG_SECONDS = 10
/** For a clock that is read before the answer is sent, and a timer that fires early. */
const CLOCK_MS = 5
const SLACK_SECONDS = 45
/** How long a message in doubt waits for its report. */
const REPORT_MS = TUNING.backoffMs[3] ?? 0

export async function judge(world: FaultsWorld, { channel, target }: FaultsCase, sent: Sent): Promise<JudgedRun> {
  const { database, applicationId, recipients, emulators } = world
  const { runId, rate, isHurt, atKills } = sent
  const decisions = await emulators.decisions()
  const byTarget: ByTarget = Map.groupBy(decisions, ({ to }) => to.toLowerCase())
  const rows = await recount(database, runId)
  const of = (row: Recounted) => byTarget.get((target?.(row.endpoint ?? '') ?? row.address).toLowerCase()) ?? []
  const wrong = rows.filter(row => row.state !== stateBy(of(row), row))
  const doubled = rows.filter(row => takenOf(of(row)) > 1)
  const unmarked = doubled.filter(row => row.inDoubt === 0)
  const hasty = (await reportsDelivery(database, runId)) ? doubled.filter(row => hasEarlyRetry(of(row))) : []
  const orphaned = rows.reduce((sum, row) => sum + row.orphaned, 0)
  const twiceByKill = doubled.filter(row => row.orphaned > 0).length
  const strangers = decisions.length - rows.reduce((sum, row) => sum + of(row).length, 0)
  const waiting = rows.filter(row => row.state === STATE.pending).length
  const uncounted = rows.filter(row => row.state !== row.byEvents)
  const differences = await selectDifferences(database.kysely, { applicationId, runId })
  const shown = await world.call<RunProgress>('GET', `/api/notifications/delivery/${channel}/${runId}/summary`)
  const alone = await liveDevices(database, applicationId, otherChannelOf(channel))
  const unlike = differingFigures(shown.counts, rows, channel)
  const early = [...byTarget.values()].flatMap(earlyRetries)
  const arrivals = decisions.map(({ atMs }) => atMs)
  const [peak, longPeak] = [peakOf(arrivals, 1), peakOf(arrivals, LONG_SECONDS)]
  const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000
  const mostPutOff = Math.max(0, ...[...byTarget.values()].map(each => each.filter(isPutOff).length))
  const allowed = allowedSeconds(recipients / rate, mostPutOff)
  const promises: [string, boolean][] = [
    [
      `recipients ${rows.length} of ${recipients}, still waiting ${waiting}`,
      rows.length === recipients && waiting === 0,
    ],
    [`in another state than the provider decided ${wrong.length}${sample(wrong, of)}`, wrong.length === 0],
    [`messages taken for nobody's delivery ${strangers}`, strangers === 0],
    isHurt
      ? [
          `taken twice ${doubled.length}, of those not marked ${unmarked.length}, before a report had its time ${hasty.length}`,
          unmarked.length + hasty.length === 0,
        ]
      : [`taken twice ${doubled.length}`, doubled.length === 0],
    [
      `in doubt since a kill ${orphaned}, of those taken twice ${twiceByKill}, connections then ${atKills}`,
      Math.max(orphaned, twiceByKill) <= atKills,
    ],
    [`differ from their attempts and events counted anew ${uncounted.length}`, uncounted.length === 0],
    [
      `counters that differ from recipients ${differences.length}, on the page ${unlike}`,
      differences.length + unlike === 0,
    ],
    [`devices on another channel still there ${alone} of ${recipients}`, alone === recipients],
    [`came again before Retry-After was over ${early.length}`, early.length === 0],
    [
      `at most ${peak} in a second, ${longPeak} in ${LONG_SECONDS}, of ${rate} a second`,
      staysWithin(rate, peak, longPeak),
    ],
  ]
  if (!isHurt) promises.push([`took ${seconds.toFixed(0)} s, at most ${allowed.toFixed(0)}`, seconds <= allowed])
  return { promises, attempts: decisions.length, putOff: decisions.filter(isPutOff).length, seconds, peak }
}

/** How many recipients have not yet reached the state in which the provider's reports will leave them. */
export async function unsettled(world: FaultsWorld, { target }: FaultsCase, runId: string): Promise<number> {
  const byTarget: ByTarget = Map.groupBy(await world.emulators.decisions(), ({ to }) => to.toLowerCase())
  const rows = await recount(world.database, runId)
  const of = (row: Recounted) => byTarget.get((target?.(row.endpoint ?? '') ?? row.address).toLowerCase()) ?? []
  return rows.filter(row => row.state !== stateBy(of(row), row)).length
}

const isPutOff = ({ outcome }: DatedDecision): boolean => outcome === 'put_off'
const takenOf = (decisions: readonly DatedDecision[]): number =>
  decisions.filter(({ outcome }) => outcome === 'taken').length

/** Whether a message was sent again sooner than allowed with a provider that reports what it accepted. */
function hasEarlyRetry(decisions: readonly DatedDecision[]): boolean {
  const taken = decisions.filter(({ outcome }) => outcome === 'taken')
  return taken.some(({ atMs }, index) => atMs < (taken[index - 1]?.atMs ?? -Infinity) + REPORT_MS - CLOCK_MS)
}

/** The state in which a delivery must end after the provider's decisions about its attempts. */
function stateBy(decisions: readonly DatedDecision[], { state, attempts, inDoubt }: Recounted): number {
  // Given up at the second doubt, whatever became of it at the provider.
  if (state === STATE.failed && inDoubt > 1) return STATE.failed
  const taken = decisions.find(({ outcome }) => outcome === 'taken')
  if (taken !== undefined) return STATE[taken.end ?? 'sent']
  if (decisions.some(({ outcome }) => outcome === 'refused')) return STATE.bounced
  return attempts === MAX_ATTEMPTS && decisions.length + inDoubt >= MAX_ATTEMPTS ? STATE.failed : NOWHERE
}
/** The state of a delivery of which nothing is recorded. */
const NOWHERE = -1

function sample(wrong: readonly Recounted[], of: (row: Recounted) => readonly DatedDecision[]): string {
  const some = wrong.slice(0, 3).map(row => {
    const said = of(row).map(({ outcome, end }) => `${outcome}${end === undefined ? '' : ` (${end})`}`)
    return `${row.address}: ${STATE_NAMES[row.state as keyof typeof STATE_NAMES]} against ${said.join(', ') || 'nothing'}`
  })
  return some.length === 0 ? '' : ` (${some.join('; ')})`
}

/** Figures of the page that differ from the recount. */
function differingFigures(
  counts: Readonly<Record<string, number>>,
  rows: readonly Recounted[],
  channel: FaultsCase['channel'],
) {
  const counters = new Map<number, number>()
  for (const { byEvents, moments } of rows) {
    for (const counter of [byEvents, ...moments]) counters.set(counter, (counters.get(counter) ?? 0) + 1)
  }
  const anew = countsByName(counters, channel)
  const names = new Set([...Object.keys(anew), ...Object.keys(counts)])
  return [...names].filter(name => (anew[name] ?? 0) !== (counts[name] ?? 0)).length
}

/** Attempts that were made before the wait after the previous one was over. */
function earlyRetries(decisions: readonly DatedDecision[]): DatedDecision[] {
  return decisions.filter(({ atMs }, index) => {
    const before = decisions[index - 1]
    const waitMs = (before?.retryAfterSeconds ?? 0) * 1000
    return before !== undefined && atMs < before.atMs + waitMs - CLOCK_MS
  })
}

/** The highest number of moments within any so many seconds. `moments` is sorted. */
function peakOf(moments: readonly number[], seconds: number): number {
  let most = 0
  let first = 0
  for (const [index, atMs] of moments.entries()) {
    while ((moments[first] ?? 0) <= atMs - seconds * 1000) first++
    most = Math.max(most, index - first + 1)
  }
  return most
}

function staysWithin(rate: number, peak: number, longPeak: number): boolean {
  return peak <= rate * (1 + EARLIER_SECONDS) && longPeak <= rate * (LONG_SECONDS + EARLIER_SECONDS)
}

/** The time that the throttle needs, plus the waits of the recipient that was deferred most often, each rounded up by at most a quarter. */
function allowedSeconds(throttled: number, mostPutOff: number): number {
  // Some reasons leave out the quick waits: see engine/sending/hand-over.ts.
  const slow = TUNING.backoffMs.slice(3)
  const waits = Array.from({ length: mostPutOff }, (_, n) => slow[Math.max(0, n - 3)] ?? 0)
  return throttled * 1.2 + (waits.reduce((sum, waitMs) => sum + waitMs, 0) / 1000) * 1.25 + SLACK_SECONDS
}
