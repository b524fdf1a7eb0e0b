/** Sorts outcomes by run, and makes one of several that concern the same delivery. */
import type { JournalBatch } from './journal-records.ts'
import type { AttemptRow, Recorded } from './outcomes.ts'
import type { DeadRecipient } from '../../people/suppressions/of-deliveries.ts'
import { deathOf, reasonNumber } from '../reasons.ts'
import { STATE, type State } from '../states.ts'

export interface BatchOutcome {
  batch: JournalBatch
  outcome: Recorded
}

/** Outcomes of one run: what they make of each delivery, and every attempt, also where a later one decides. */
export interface RunOutcomes {
  applicationId: string
  runId: string
  channel: string
  standings: readonly DeliveryStanding[]
  attempts: readonly BatchAttempt[]
  /** Their addresses are dead for good. */
  dead: readonly DeadRecipient[]
}

export interface BatchAttempt extends BatchOutcome {
  attempt: AttemptRow
}

export interface DeliveryStanding extends Standing {
  seq: number
}

interface Group {
  batch: JournalBatch
  bySeq: Map<number, DeliveryStanding>
  attempts: BatchAttempt[]
  dead: DeadRecipient[]
}

// Has taken none.
const OVER_CAP = reasonNumber('frequency_cap')

/** One entry per run, in the order of their ids. */
export function groupByRun(outcomes: readonly BatchOutcome[]): RunOutcomes[] {
  const runs = new Map<string, Group>()
  for (const { batch, outcome } of outcomes) {
    let group = runs.get(batch.runId)
    if (group === undefined) {
      group = { batch, bySeq: new Map(), attempts: [], dead: [] }
      runs.set(batch.runId, group)
    }
    const { seq } = outcome
    const standing = standingOf(outcome)
    const earlier = group.bySeq.get(seq)
    group.bySeq.set(seq, earlier === undefined ? standing : { seq, ...mergeStandings(earlier, standing) })
    if (outcome.attempt !== null) group.attempts.push({ batch, outcome, attempt: outcome.attempt })
    if (outcome.suppress) group.dead.push(deadBy(outcome))
  }
  return [...runs.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([runId, { batch, bySeq, attempts, dead }]) => ({
      applicationId: batch.applicationId,
      runId,
      channel: batch.channel,
      standings: [...bySeq.values()],
      attempts,
      dead,
    }))
}

function deadBy({ reason, attempt, ...outcome }: Recorded): DeadRecipient {
  return { ...outcome, reason: deathOf(reason), detail: attempt?.answer || null }
}

/** Those of whom nothing has left, for good: each may have a place of a frequency cap to give back. */
export function endedWithoutSending({ applicationId, runId, standings }: RunOutcomes) {
  const ended = standings.filter(
    ({ state, reason }) => state !== STATE.sent && state !== STATE.pending && reason !== OVER_CAP,
  )
  return { applicationId, runId, seqs: ended.map(({ seq }) => seq) }
}

export function standingOf({ seq, state, attempts, reason, atMs }: Recorded): DeliveryStanding {
  return { seq, state, attempts, reason, sentAtMs: state === STATE.sent ? atMs : -Infinity, lastEventAtMs: atMs }
}

export interface Standing {
  state: State
  attempts: number
  reason: number
  /** Milliseconds since 1970; -Infinity while it has not been sent. */
  sentAtMs: number
  lastEventAtMs: number
}

/**
 * Sent and what follows it beat everything below. An end below sent (failed, skipped, expired, cancelled) beats pending, so
 * that nothing waits for a turn that no batch gives it. Among their own kind the later state wins, of two that are pending the
 * higher attempt. Ends do not look at attempts: those are merged by themselves, and a rank must not change by a merge.
 */
export function rank(state: State, attempts: number): number {
  if (state >= STATE.sent) return 2000 + state
  return state === STATE.pending ? attempts : 1000 + state
}

/**
 * How two facts about one delivery become one. The order in which they arrive, and how often, makes no difference: late,
 * doubled and overtaken outcomes are harmless. merge-queries.ts says the same in SQL; a property test compares both.
 */
export function mergeStandings(a: Standing, b: Standing): Standing {
  const difference = rank(a.state, a.attempts) - rank(b.state, b.attempts) || a.reason - b.reason
  const { state, reason } = difference >= 0 ? a : b
  return {
    state,
    reason,
    attempts: Math.max(a.attempts, b.attempts),
    sentAtMs: earliest(a.sentAtMs, b.sentAtMs),
    lastEventAtMs: Math.max(a.lastEventAtMs, b.lastEventAtMs),
  }
}

function earliest(a: number, b: number): number {
  if (a === -Infinity) return b
  return b === -Infinity ? a : Math.min(a, b)
}
