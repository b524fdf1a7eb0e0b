/**
 * How two facts about one delivery become one. The order in which they arrive, and how often, makes no difference: late,
 * doubled and overtaken outcomes are harmless. merge-queries.ts says the same in SQL; a property test compares both.
 */
import { STATE, type State } from '../states.ts'

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
