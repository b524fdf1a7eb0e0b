/**
 * A run's counters and its activity change by the difference of each change, in the transaction of that change. Here they are compared with
 * what they count, and corrected:
 *
 *     checkCounters(deps)         compares runs that have ended, a few at a time, and logs differences
 *     rebuildCounters(deps, run)  corrects them, also while the run is being sent
 */
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { correctActivity, countActivityOff } from '../activity/rebuild-queries.ts'
import {
  correctCounters,
  markChecked,
  selectDifferences,
  selectUnchecked,
  type CounterDifference,
} from './counter-queries.ts'
import type { RunKey } from '../runs/run-queries.ts'
import { COUNTER_NAMES } from '../states.ts'

interface CounterDeps {
  database: Database
  clock: Clock
  log: Log
}

const CHECKED = { days: 9, againAfterDays: 7, limit: 20 }

/** Compares the next runs that are due; changes nothing but their mark. Returns how many were compared. */
export async function checkCounters({ database, clock, log }: CounterDeps): Promise<number> {
  const runs = await selectUnchecked(database.kysely, clock.now(), CHECKED)
  for (const run of runs) {
    const differences = await selectDifferences(database.kysely, run)
    const activity = await countActivityOff(database.kysely, run)
    await markChecked(database.kysely, run, Math.max(sizeOf(differences), activity), clock.now())
    if (differences.length > 0) log.error({ ...run, differences: inWords(differences) }, 'counters of a run are off')
    if (activity > 0) log.error({ ...run, activity }, 'the activity of a run is off')
  }
  return runs.length
}

/** Returns what was added to each counter, by its name; empty if all were right. */
export async function rebuildCounters(
  { database, clock, log }: CounterDeps,
  run: RunKey,
): Promise<Record<string, number>> {
  const added = await database.kysely.transaction().execute(async tx => {
    const differences = await correctCounters(tx, run)
    await correctActivity(tx, run)
    await markChecked(tx, run, 0, clock.now())
    return inWords(differences)
  })
  log.warn({ ...run, added }, 'counters of a run were rebuilt')
  return added
}

/** A recipient who is counted in the wrong state is missing in one and surplus in another, and counts once. */
function sizeOf(differences: readonly CounterDifference[]): number {
  const missing = differences.reduce((sum, { n }) => sum + Math.max(n, 0), 0)
  const excess = differences.reduce((sum, { n }) => sum + Math.max(-n, 0), 0)
  return Math.max(missing, excess)
}

function inWords(differences: readonly CounterDifference[]): Record<string, number> {
  return Object.fromEntries(differences.map(({ state, n }) => [COUNTER_NAMES[state] ?? String(state), n]))
}
