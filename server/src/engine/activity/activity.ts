/**
 * What happened to an application's messages, per quarter-hour: every dashboard reads this. The sums change in the transaction that changes
 * what they count (change-sql.ts, reader-queries.ts). Here old quarter-hours are folded into days, and the sums of folded days are compared.
 */
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { correctMonth, selectFoldedMonths } from './check-folded-queries.ts'
import { foldApplication, selectFoldable } from './fold-queries.ts'

interface FoldDeps {
  database: Database
  clock: Clock
  log: Log
}

/**
 * How many days before today are not folded. Counts keep their quarter-hours for some weeks, so that a change of the time zone moves these
 * days; details are folded once their day is over.
 */
const KEPT_DAYS = { quarters: 35, details: 0 }
const DAY_MS = 86_400_000

/**
 * Folds what is old enough, one application after the other, and checks the sums of one of its months, each day another. Returns for how
 * many.
 */
export async function foldActivity({ database, clock, log }: FoldDeps): Promise<number> {
  const now = clock.now()
  const applications = await selectFoldable(database.kysely, now, KEPT_DAYS)
  for (const application of applications) {
    await foldApplication(database.kysely, application, now, KEPT_DAYS)
    const { applicationId } = application
    const months = await selectFoldedMonths(database.kysely, applicationId)
    const month = months[Math.floor(now.getTime() / DAY_MS) % months.length]
    if (month !== undefined) await correctFolded({ database, log }, applicationId, [month])
  }
  return applications.length
}

/** Makes the sums of folded days right, of all months unless some are named. Returns how many were wrong. */
export async function correctFolded(
  { database, log }: Pick<FoldDeps, 'database' | 'log'>,
  applicationId: string,
  months?: readonly Date[],
): Promise<number> {
  let wrong = 0
  for (const month of months ?? (await selectFoldedMonths(database.kysely, applicationId))) {
    const n = await correctMonth(database.kysely, applicationId, month)
    if (n > 0) log.error({ applicationId, month, wrong: n }, 'sums of folded days were off, and are corrected')
    wrong += n
  }
  return wrong
}
