/**
 * What happened to an application's messages, per quarter-hour: every dashboard reads this. The sums change in the transaction that changes
 * what they count (change-sql.ts, reader-queries.ts). Here they are maintained:
 *
 *     foldActivity(deps)              folds old quarter-hours into days
 *     rebuildActivity(database, run)  recounts a run, also while it is being sent
 */
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { foldApplication, selectFoldable } from './fold-queries.ts'
import type { RunKey } from '../runs/run-queries.ts'
import { correctActivity } from './rebuild-queries.ts'

/** How many days keep their quarter-hours, from which the days of any time zone can be summed. */
const KEPT_DAYS = { quarters: 90, details: 7 }

/** Folds what is old enough, one application after the other. Returns for how many. */
export async function foldActivity({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const now = clock.now()
  const applications = await selectFoldable(database.kysely, now, KEPT_DAYS)
  for (const application of applications) await foldApplication(database.kysely, application, now, KEPT_DAYS)
  return applications.length
}

/** Recounts the activity of a run from its deliveries and events. Reads all of them. */
export async function rebuildActivity(database: Database, run: RunKey): Promise<void> {
  await database.kysely.transaction().execute(tx => correctActivity(tx, run))
}
