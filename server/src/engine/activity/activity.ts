/**
 * What became of an application's messages, by quarter of an hour: what every dashboard reads. The sums move in the transaction that
 * changes what they count (change-sql.ts, reader-queries.ts). Here they are kept in order:
 *
 *     foldActivity(deps)          makes old quarters days
 *     rebuildActivity(deps, run)  counts a run anew, also while it is being sent
 */
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { foldApplication, selectFoldable } from './fold-queries.ts'
import type { RunKey } from '../runs/run-queries.ts'
import { correctActivity } from './rebuild-queries.ts'

/** How many days stay as quarters: the last of them can still be told apart in any zone. */
const KEPT_DAYS = { quarters: 90, details: 7 }

/** Folds what has become old enough, one application after the other. Answers for how many. */
export async function foldActivity({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const now = clock.now()
  const applications = await selectFoldable(database.kysely, now, KEPT_DAYS)
  for (const application of applications) await foldApplication(database.kysely, application, now, KEPT_DAYS)
  return applications.length
}

/** Makes the activity of a run what its deliveries and events say. Walks over all of them. */
export async function rebuildActivity(database: Database, run: RunKey): Promise<void> {
  await database.kysely.transaction().execute(tx => correctActivity(tx, run))
}
