/** What a provider's answer, or a decision of ours, means for a delivery; and how several outcomes of a run combine. */
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import type { Outcome } from '../../channels/provider.ts'
import { storedWords } from '../../lib/stored-words.ts'
import { suppressionReasonOf, type DeliveryReason, providerReasonNumber, reasonNumber } from '../reasons.ts'
import { ATTEMPT, type AttemptKind, STATE, type State } from '../states.ts'
import type { UndeliverableRecipient } from '../../people/suppressions/of-deliveries.ts'

export interface JournalBatch {
  applicationId: string
  runId: string
  channel: string
  no: number
  token: number
}

/** One change of one delivery, to be stored. */
export interface Recorded {
  seq: number
  state: State
  /** Attempts made so far. */
  attempts: number
  reason: number
  /** Milliseconds since 1970. */
  atMs: number
  /** The address is dead: it is suppressed. */
  suppress: boolean
  /** For a device that is gone; it may have registered again after this time. */
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

/** Attempts before a message counts as failed. */
export const MAX_ATTEMPTS = 10

/** `wasInDoubt`: an earlier attempt may have arrived. */
interface Attempted {
  seq: number
  n: number
  wasInDoubt?: true | null
}

/** Returns null for a message that was withheld: it counts as never started. `most`: the maximum of attempts. */
export function recordOutcome(
  outcome: Outcome,
  attempted: Attempted,
  atMs: number,
  most = MAX_ATTEMPTS,
): Recorded | null {
  const { seq, n, wasInDoubt } = attempted
  const base = { seq, attempts: n, atMs, suppress: false }
  switch (outcome.kind) {
    // Written out: nearly every outcome is this one, and spreading the base would cost as much as all the rest.
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
      // Sent again only once: each time may deliver one more copy, and nothing says that the next attempt would be answered.
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

/** What the attempt shows as its answer when the worker process was killed. */
export const PROCESS_ENDED = storedWords(sentence('deliveries.processEnded'))
const MACHINE_SILENT = storedWords(sentence('deliveries.machineSilent'))

/** For a message in flight when its process died: it is sent again at once, and its attempt says why. */
export function recordInDoubt(seq: number, n: number, atMs: number, answer = PROCESS_ENDED): Recorded {
  const attempt = { n, kind: ATTEMPT.inDoubt, code: 0, reason: 'in_doubt', providerMessageId: '', answer }
  const reason = reasonNumber('in_doubt')
  return { seq, attempts: n, state: STATE.pending, reason, atMs, suppress: false, attempt }
}

/** For deliveries that a silent machine was working on. Its journal cannot be read, so each of these messages may arrive twice. */
export function recordTakenOver(seq: number, n: number, atMs: number): Recorded {
  return recordInDoubt(seq, n, atMs, MACHINE_SILENT)
}

export function recordSkipped(seq: number, attempts: number, reason: DeliveryReason, atMs: number): Recorded {
  const state = STATE.skipped
  return { seq, attempts, state, reason: reasonNumber(reason), atMs, suppress: false, attempt: null }
}

/** For a database that was restored from a backup: the message may have been sent since. */
export function recordRestored(seq: number, attempts: number, atMs: number): Recorded {
  return { ...recordSkipped(seq, attempts, 'restored', atMs), state: STATE.failed }
}

/** For a delivery whose run ends before its turn. */
export function recordExpired(seq: number, attempts: number, reason: DeliveryReason, atMs: number): Recorded {
  return { ...recordSkipped(seq, attempts, reason, atMs), state: STATE.expired }
}

/** `field`: what has to be fixed. */
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

// Groups outcomes by run, and combines those of the same delivery.

export interface BatchOutcome {
  batch: JournalBatch
  outcome: Recorded
}

/** The outcomes of one run: the resulting standing of each delivery, and every attempt, including those that a later one outweighs. */
export interface RunOutcomes {
  applicationId: string
  runId: string
  channel: string
  standings: readonly DeliveryStanding[]
  attempts: readonly BatchAttempt[]
  /** Recipients whose addresses are suppressed. */
  dead: readonly UndeliverableRecipient[]
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
  dead: UndeliverableRecipient[]
}

// Has used none.
const OVER_CAP = reasonNumber('frequency_cap')

/** Returns one entry per run, in the order of run ids. */
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

function deadBy({ reason, attempt, ...outcome }: Recorded): UndeliverableRecipient {
  return { ...outcome, reason: suppressionReasonOf(reason), detail: attempt?.answer || null }
}

/** Deliveries that ended with nothing sent: each may give a place of a frequency cap back. */
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
  /** Milliseconds since 1970; -Infinity if it has not been sent. */
  sentAtMs: number
  lastEventAtMs: number
}

/**
 * Sent and later states beat everything below. An end below sent (failed, skipped, expired, cancelled) beats pending, so that nothing waits
 * for a turn that no batch will give it. Among the same kind the later state wins; of two pending ones, the one with more attempts. Ends
 * ignore attempts: those are merged separately, and merging must not change a rank.
 */
export function rank(state: State, attempts: number): number {
  if (state >= STATE.sent) return 2000 + state
  return state === STATE.pending ? attempts : 1000 + state
}

/**
 * Combines two facts about one delivery. Their order and number make no difference, so late, duplicate and overtaken outcomes are harmless.
 * merge-queries.ts says the same in SQL; a property test compares both.
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
