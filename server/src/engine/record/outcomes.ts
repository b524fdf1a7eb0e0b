/** What an answer of a provider, or a decision of ours, means for a delivery. */
import { sentence, type Words } from '@notifly/contracts/sentences/sentence'
import type { Outcome } from '../../channels/provider.ts'
import { storedWords } from '../../lib/stored-words.ts'
import { type DeliveryReason, providerReasonNumber, reasonNumber } from '../reasons.ts'
import { ATTEMPT, type AttemptKind, STATE, type State } from '../states.ts'

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

/** Null for a message that was withheld: it is as if it had not been begun. */
export function recordOutcome(outcome: Outcome, attempted: Attempted, atMs: number): Recorded | null {
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
      return { ...base, ...putOff(n, outcome.reason), attempt: attemptRow(n, ATTEMPT.deferred, outcome) }
    case 'unknown': {
      // Sent again once, and no more: each time may be one more copy, and nothing says that the next one would be answered.
      const standing = wasInDoubt === true ? GIVEN_UP : putOff(n, 'in_doubt')
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

function putOff(n: number, reason: string): { state: State; reason: number } {
  if (n < MAX_ATTEMPTS) return { state: STATE.pending, reason: providerReasonNumber(reason) }
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
