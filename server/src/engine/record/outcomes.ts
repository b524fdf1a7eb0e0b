/** What an answer of a provider, or a decision of ours, means for a delivery; and what several of them mean together, run by run. */
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import type { Outcome } from '../../channels/provider.ts'
import { storedWords } from '../../lib/stored-words.ts'
import { deathOf, type DeliveryReason, providerReasonNumber, reasonNumber } from '../reasons.ts'
import { ATTEMPT, type AttemptKind, STATE, type State } from '../states.ts'
import type { DeadRecipient } from '../../people/suppressions/of-deliveries.ts'

export interface JournalBatch {
  applicationId: string
  runId: string
  channel: string
  no: number
  token: number
}

/** One change of one delivery, on its way to the database. */
export interface Recorded {
  seq: number
  state: State
  /** Attempts made by now. */
  attempts: number
  reason: number
  /** Milliseconds since 1970. */
  atMs: number
  /** The address is dead: nothing is to be sent to it again. */
  suppress: boolean
  /** Of a device that is gone: it may have registered again since. */
  handedOverMs?: number
  attempt: AttemptRow | null
}

export interface AttemptRow {
  n: number
  kind: AttemptKind
  code: number
  reason: string
  providerMessageId: string
  answer: string
}

/** A message is tried this often before it counts as failed. */
export const MAX_ATTEMPTS = 10

/** Whose turn it was. `wasInDoubt`: an earlier attempt may have arrived. */
interface Attempted {
  seq: number
  n: number
  wasInDoubt?: true | null
}

/** Null for a message that was withheld: it is as if it had not been begun. `most`: so often it is tried. */
export function recordOutcome(
  outcome: Outcome,
  attempted: Attempted,
  atMs: number,
  most = MAX_ATTEMPTS,
): Recorded | null {
  const { seq, n, wasInDoubt } = attempted
  const base = { seq, attempts: n, atMs, suppress: false }
  switch (outcome.kind) {
    // Without the base: nearly every outcome is this one, and copying it would cost as much as all the rest.
    case 'sent': {
      const attempt = attemptRow(n, ATTEMPT.sent, outcome)
      return { seq, attempts: n, atMs, suppress: false, state: STATE.sent, reason: 0, attempt }
    }
    case 'bounced': {
      const reason = providerReasonNumber(outcome.reason)
      const attempt = attemptRow(n, ATTEMPT.bounced, outcome)
      return { ...base, state: STATE.bounced, reason, suppress: outcome.suppress, attempt }
    }
    case 'deferred':
      return { ...base, ...putOff(n, outcome.reason, most), attempt: attemptRow(n, ATTEMPT.deferred, outcome) }
    case 'unknown': {
      // Sent again once, and no more: each time may be one more copy, and nothing says that the next one would be answered.
      const standing = wasInDoubt === true ? GIVEN_UP : putOff(n, 'in_doubt', most)
      return { ...base, ...standing, attempt: attemptRow(n, ATTEMPT.inDoubt, outcome) }
    }
    case 'rejected': {
      if (!outcome.wholeConfiguration && !outcome.wholeRun) {
        const reason = providerReasonNumber(outcome.reason)
        const attempt = attemptRow(n, ATTEMPT.refused, outcome)
        return { ...base, state: STATE.failed, reason, suppress: outcome.hasLeft === true, attempt }
      }
      // The configuration or the run is at fault, not the recipient: the attempt does not count.
      const attempt = attemptRow(n, ATTEMPT.rejected, outcome)
      return { ...base, attempts: n - 1, state: STATE.pending, reason: 0, attempt }
    }
    case 'withheld':
      return null
  }
}

/** The answer of whom a killed process leaves in doubt. */
export const PROCESS_ENDED = storedWords(sentence('deliveries.processEnded'))
const MACHINE_SILENT = storedWords(sentence('deliveries.machineSilent'))

/** The process died with the message on its way: it is sent again at once, and says why. */
export function recordInDoubt(seq: number, n: number, atMs: number, answer = PROCESS_ENDED): Recorded {
  const attempt = { n, kind: ATTEMPT.inDoubt, code: 0, reason: 'in_doubt', providerMessageId: '', answer }
  const reason = reasonNumber('in_doubt')
  return { seq, attempts: n, state: STATE.pending, reason, atMs, suppress: false, attempt }
}

/** What a machine that fell silent had in its hands. Its journal is out of reach, so that each of them may come twice. */
export function recordTakenOver(seq: number, n: number, atMs: number): Recorded {
  return recordInDoubt(seq, n, atMs, MACHINE_SILENT)
}

export function recordSkipped(seq: number, attempts: number, reason: DeliveryReason, atMs: number): Recorded {
  const state = STATE.skipped
  return { seq, attempts, state, reason: reasonNumber(reason), atMs, suppress: false, attempt: null }
}

/** The database was restored from a backup: the message may have been sent since. */
export function recordRestored(seq: number, attempts: number, atMs: number): Recorded {
  return { ...recordSkipped(seq, attempts, 'restored', atMs), state: STATE.failed }
}

/** Its time is over before its turn can come. */
export function recordExpired(seq: number, attempts: number, reason: DeliveryReason, atMs: number): Recorded {
  return { ...recordSkipped(seq, attempts, reason, atMs), state: STATE.expired }
}

/** `field` names what is to be mended. */
export function recordRenderError(seq: number, n: number, field: string, words: Words, atMs: number): Recorded {
  const answer = typeof words === 'string' ? words : storedWords(words)
  const attempt = { n, kind: ATTEMPT.renderError, code: 0, reason: field, providerMessageId: '', answer }
  const reason = reasonNumber('render_error')
  return { seq, attempts: n, state: STATE.failed, reason, atMs, suppress: false, attempt }
}

const GIVEN_UP = { state: STATE.failed, reason: reasonNumber('in_doubt') } as const

function putOff(n: number, reason: string, most: number): { state: State; reason: number } {
  if (n < most) return { state: STATE.pending, reason: providerReasonNumber(reason) }
  return { state: STATE.failed, reason: reasonNumber(reason === 'in_doubt' ? 'in_doubt' : 'attempts_exhausted') }
}

function attemptRow(n: number, kind: AttemptKind, outcome: Exclude<Outcome, { kind: 'withheld' }>): AttemptRow {
  return {
    n,
    kind,
    code:
      'code' in outcome
        ? Number.parseInt(outcome.code, 10) || 0
        : outcome.kind === 'sent'
          ? (outcome.units ?? replyNumber(outcome.answer))
          : 0,
    reason: 'reason' in outcome ? outcome.reason : '',
    providerMessageId: ('providerMessageId' in outcome ? outcome.providerMessageId : undefined) ?? '',
    answer: outcome.answer,
  }
}

function replyNumber(answer: string): number {
  return Number.parseInt(answer.slice(0, 3), 10) || 0
}

// Sorts outcomes by run, and makes one of several that concern the same delivery.

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
