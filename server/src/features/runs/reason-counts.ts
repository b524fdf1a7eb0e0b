/** Why recipients of a run got nothing. Counting reads the whole run, so the result is cached until its counters change. */
import type { Db } from '../../db/schema/tables.ts'
import { STATE } from '../../engine/states.ts'
import type { Clock } from '../../lib/clock.ts'
import { createKeptCounts } from '../../lib/kept-counts.ts'
import { countReasons, type ReasonCount } from './run-queries.ts'

/** States with a reason: skipped, and failed. */
export const SKIPPED_STATES = [STATE.skipped] as const
export const FAILED_STATES = [STATE.failed, STATE.bounced, STATE.expired, STATE.cancelled] as const
const STATES = [...SKIPPED_STATES, ...FAILED_STATES]

/** `counters` of the run: as long as those of these states do not change, neither do the counts by reason. */
export type ReasonCounts = (
  applicationId: string,
  runId: string,
  counters: ReadonlyMap<number, number>,
  hasEnded: boolean,
) => Promise<ReasonCount[]>

const FRESH_MS = 10_000

export function createReasonCounts(db: Db, clock: Clock): ReasonCounts {
  const kept = createKeptCounts<ReasonCount[]>(FRESH_MS, { nowMs: () => clock.now().getTime() })
  return async (applicationId, runId, counters, hasEnded) => {
    const numbers = STATES.map(state => counters.get(state) ?? 0)
    if (numbers.every(n => n === 0)) return []
    return kept({ key: runId, standing: numbers.join(' '), hasEnded }, () =>
      countReasons(db, applicationId, runId, STATES),
    )
  }
}

/** Sums the reasons of some states, most frequent first. `nameOf` returns null for a reason without a name. */
export function byReason(
  counted: readonly ReasonCount[],
  states: readonly number[],
  nameOf: (reason: number) => string | null,
): Record<string, number> {
  const sums = new Map<string, number>()
  for (const { state, reason, n } of counted) {
    if (!states.includes(state)) continue
    const name = nameOf(reason) ?? 'unknown'
    sums.set(name, (sums.get(name) ?? 0) + n)
  }
  return Object.fromEntries([...sums].sort(([, a], [, b]) => b - a))
}
