/**
 * A run's counters and its activity change by the difference of each change, in the transaction of that change. Here they are compared with
 * what they count, and corrected:
 *
 *     checkCounters(deps)         compares runs that have ended, a few at a time, and logs differences
 *     rebuildCounters(deps, run)  corrects them, also while the run is being sent
 *     recountAll(deps, which)     compares all runs, and corrects those that differ
 */
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { type ActivityOff, correctActivity, countActivityOff } from '../activity/rebuild-queries.ts'
import {
  correctCounters,
  markChecked,
  selectCountable,
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

const RUNS_AT_ONCE = 500
const CHECKED = { days: 9, againAfterDays: 7, limit: 20 }

/** Compares the next runs that are due; changes nothing but their mark. Returns how many were compared. */
export async function checkCounters({ database, clock, log }: CounterDeps): Promise<number> {
  const runs = await selectUnchecked(database.kysely, clock.now(), CHECKED)
  for (const run of runs) {
    const differences = await selectDifferences(database.kysely, run)
    const activity = await countActivityOff(database.kysely, run)
    const off = largestOf(activity)
    await markChecked(database.kysely, run, Math.max(sizeOf(differences), off), clock.now())
    if (differences.length > 0) log.error({ ...run, differences: inWords(differences) }, 'counters of a run are off')
    if (off > 0) log.error({ ...run, activity }, 'the activity of a run is off')
  }
  return runs.length
}

export interface Rebuilt {
  /** What was added to each counter, by its name; empty if all were right. */
  counters: Record<string, number>
  activity: ActivityOff
}

export async function rebuildCounters({ database, clock, log }: CounterDeps, run: RunKey): Promise<Rebuilt> {
  const rebuilt = await database.kysely.transaction().execute(async tx => {
    const differences = await correctCounters(tx, run)
    const activity = await correctActivity(tx, run)
    await markChecked(tx, run, 0, clock.now())
    return { counters: inWords(differences), activity }
  })
  log.warn({ ...run, ...rebuilt }, 'counters of a run were rebuilt')
  return rebuilt
}

interface Recount {
  /** Null: all of them. */
  applicationId: string | null
  onWrong: (run: RunKey, rebuilt: Rebuilt) => void
}

/** Runs whose details have expired keep what was counted. Returns how many runs were compared. */
export async function recountAll(deps: CounterDeps, { applicationId, onWrong }: Recount): Promise<number> {
  const db = deps.database.kysely
  let compared = 0
  let after: RunKey | null = null
  for (;;) {
    const runs: RunKey[] = await selectCountable(db, { applicationId, after, limit: RUNS_AT_ONCE })
    for (const run of runs) {
      if (await isOff(db, run)) onWrong(run, await rebuildCounters(deps, run))
    }
    compared += runs.length
    after = runs.at(-1) ?? null
    if (after === null) return compared
  }
}

async function isOff(db: Db, run: RunKey): Promise<boolean> {
  if ((await selectDifferences(db, run)).length > 0) return true
  return largestOf(await countActivityOff(db, run)) > 0
}

/** A recipient who is counted in the wrong state is missing in one and surplus in another, and counts once. */
function sizeOf(differences: readonly CounterDifference[]): number {
  const missing = differences.reduce((sum, { n }) => sum + Math.max(n, 0), 0)
  const excess = differences.reduce((sum, { n }) => sum + Math.max(-n, 0), 0)
  return Math.max(missing, excess)
}

function largestOf({ quarters, details, segments }: ActivityOff): number {
  return Math.max(quarters, details, segments)
}

function inWords(differences: readonly CounterDifference[]): Record<string, number> {
  return Object.fromEntries(differences.map(({ state, n }) => [COUNTER_NAMES[state] ?? String(state), n]))
}
