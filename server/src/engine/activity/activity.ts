/**
 * What happened to an application's messages, per quarter-hour: every dashboard reads this. The sums change in the transaction that changes
 * what they count (change-sql.ts, reader-queries.ts). Here old quarter-hours are folded into days.
 */
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { foldApplication, selectFoldable } from './fold-queries.ts'

/**
 * How many days before today are not folded. Counts keep their quarter-hours for some weeks, so that a change of the time zone moves these
 * days; details are folded once their day is over.
 */
const KEPT_DAYS = { quarters: 35, details: 0 }

/** Folds what is old enough, one application after the other. Returns for how many. */
export async function foldActivity({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const now = clock.now()
  const applications = await selectFoldable(database.kysely, now, KEPT_DAYS)
  for (const application of applications) await foldApplication(database.kysely, application, now, KEPT_DAYS)
  return applications.length
}
