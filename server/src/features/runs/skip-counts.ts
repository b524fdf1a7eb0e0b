/** Why recipients of a run were skipped. Counting walks over the run, so that the answer is kept while it can stand. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { countSkipped } from './run-queries.ts'

type Counted = { reason: number; n: number }[]

/** `total` is the run's counter: as long as it does not move, neither do its parts. */
export type SkipCounts = (applicationId: string, runId: string, total: number, hasEnded: boolean) => Promise<Counted>

const KEPT_RUNS = 500
/** While a run goes on its parts are counted again this often at most. */
const FRESH_MS = 10_000

export function createSkipCounts(db: Kysely<Tables>, clock: Clock): SkipCounts {
  const kept = new Map<string, { total: number; atMs: number; counted: Promise<Counted> }>()
  return async (applicationId, runId, total, hasEnded) => {
    if (total === 0) return []
    const nowMs = clock.now().getTime()
    const known = kept.get(runId)
    if (known !== undefined && (known.total === total || (!hasEnded && nowMs - known.atMs < FRESH_MS)))
      return known.counted
    const counted = countSkipped(db, applicationId, runId)
    kept.delete(runId)
    kept.set(runId, { total, atMs: nowMs, counted })
    counted.catch(() => kept.delete(runId))
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_RUNS) break
      kept.delete(oldest)
    }
    return counted
  }
}
