/** Why recipients of a run got nothing. Counting walks over the run, so the answer is kept while it holds. */
import type { Db } from '../../db/schema/tables.ts'
import { STATE } from '../../engine/states.ts'
import type { Clock } from '../../lib/clock.ts'
import { createKeptCounts } from '../../lib/kept-counts.ts'
import { countReasons, type ReasonCount } from './run-queries.ts'

/** States that have a reason: not meant to get it, and not arrived. */
export const SKIPPED_STATES = [STATE.skipped] as const
export const FAILED_STATES = [STATE.failed, STATE.bounced, STATE.expired, STATE.cancelled] as const
const STATES = [...SKIPPED_STATES, ...FAILED_STATES]

/** `counters`: the run's own. As long as those of these states do not move, neither do their parts. */
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

/** Sums of the reasons of some states, the most frequent first. `nameOf`: null for what has no name. */
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
