/** Sorts outcomes by run, and makes one of several that concern the same delivery. */
import type { JournalBatch } from './journal-records.ts'
import { rank } from './merge.ts'
import type { RunOutcomes, TokenAttempt } from './merge-queries.ts'
import type { Recorded } from './outcomes.ts'
import { STATE } from './states.ts'

export interface BatchOutcome {
  batch: JournalBatch
  outcome: Recorded
}

/** One entry per run, in the order of their ids. Every attempt is kept, also where a later one decides. */
export function groupByRun(outcomes: readonly BatchOutcome[]): RunOutcomes[] {
  const runs = new Map<string, Group>()
  for (const { batch, outcome } of outcomes) {
    let group = runs.get(batch.runId)
    if (group === undefined) {
      group = { batch, bySeq: new Map(), attempts: [] }
      runs.set(batch.runId, group)
    }
    const earlier = group.bySeq.get(outcome.seq)
    group.bySeq.set(outcome.seq, earlier === undefined ? outcome : mergeRecorded(earlier, outcome))
    if (outcome.attempt !== null) group.attempts.push({ token: batch.token, outcome })
  }
  return [...runs.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([runId, { batch, bySeq, attempts }]) => ({
      applicationId: batch.applicationId,
      runId,
      channel: batch.channel,
      outcomes: [...bySeq.values()],
      attempts,
    }))
}

interface Group {
  batch: JournalBatch
  bySeq: Map<number, Recorded>
  attempts: TokenAttempt[]
}

/** The rule of merge.ts, for facts that are still on their way: the time of a sent one is the earliest of them. */
function mergeRecorded(a: Recorded, b: Recorded): Recorded {
  const aWins = (rank(a.state, a.attempts) - rank(b.state, b.attempts) || a.reason - b.reason) >= 0
  const [winner, other] = aWins ? [a, b] : [b, a]
  const bothSent = winner.state === STATE.sent && other.state === STATE.sent
  return {
    ...winner,
    attempts: Math.max(a.attempts, b.attempts),
    atMs: bothSent ? Math.min(a.atMs, b.atMs) : winner.atMs,
    suppress: a.suppress || b.suppress,
  }
}
