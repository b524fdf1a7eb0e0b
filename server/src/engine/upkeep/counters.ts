/**
 * A run's counters and its activity move by the difference of each change, in the transaction of the change. Here they are compared
 * with what they count, and mended where they are off:
 *
 *     checkCounters(deps)         compares runs that have ended, a few at a time; says what differs
 *     rebuildCounters(deps, run)  makes them right, also while the run is being sent
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

/** Compares the next runs whose turn it is. Nothing is changed but the mark. Answers how many were compared. */
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

/** Answers what was added to each counter, by its name; empty where all of them were right. */
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

/** A recipient who is counted in the wrong place is missing there and too many here, and counts once. */
function sizeOf(differences: readonly CounterDifference[]): number {
  const missing = differences.reduce((sum, { n }) => sum + Math.max(n, 0), 0)
  const excess = differences.reduce((sum, { n }) => sum + Math.max(-n, 0), 0)
  return Math.max(missing, excess)
}

function inWords(differences: readonly CounterDifference[]): Record<string, number> {
  return Object.fromEntries(differences.map(({ state, n }) => [COUNTER_NAMES[state] ?? String(state), n]))
}
