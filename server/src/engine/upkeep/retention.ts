/**
 * How long the installation remembers each single message. After that the deliveries, attempts and events of a month are
 * dropped as a whole; the runs stay, with their counters, samples, links and the figures of their tests, and so does whose message
 * was whose: people leave by links of any age.
 */
import type { Database } from '../../db/database.ts'
import { dropOldMonths } from '../../db/retention.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { uuidv7Floor } from '../../lib/uuid.ts'
import { keepFigures } from '../ab-tests/ab-test-queries.ts'
import { deleteWorkOf, hasOpenRun, keepRecipients, markRemoved } from './retention-queries.ts'

const DAY_MS = 86_400_000

interface RetentionDeps {
  database: Database
  clock: Clock
  log: Log
}

/**
 * Drops the months whose last moment is more than `days` ago. A month with a run that is still open stays until that has
 * ended. 0 keeps everything. Answers the names of the leaves that are gone.
 */
export async function dropOldDetails({ database, clock, log }: RetentionDeps, days: number): Promise<string[]> {
  if (days === 0) return []
  const now = clock.now()
  const db = database.kysely
  const dropped = await dropOldMonths(database, {
    before: new Date(now.getTime() - days * DAY_MS),
    mayGo: async month => {
      if (await hasOpenRun(db, month)) {
        log.warn(
          { month: month.start.toISOString().slice(0, 7) },
          'a run of an old month is still open: its details stay',
        )
        return false
      }
      await keepFigures(db, { from: uuidv7Floor(month.start), before: uuidv7Floor(month.end) })
      await keepRecipients(db, month)
      await markRemoved(db, month, now)
      await deleteWorkOf(db, month)
      return true
    },
  })
  if (dropped.length > 0) log.info({ dropped }, 'details of old runs were dropped')
  return dropped
}
