/** Periodic maintenance by one of the schedulers. Each step may be repeated, and none waits for another. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { dailyTables, ensureLeaves } from '../../db/partitions.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { foldActivity } from '../activity/activity.ts'
import { checkCounters } from './counters.ts'
import { deleteSilentWorkers } from '../record/recovery-queries.ts'
import {
  deleteWorkOf,
  deleteOldCalls,
  deleteOldTestLinks,
  hasOpenRun,
  keepRecipients,
  markRemoved,
} from './retention-queries.ts'
import { deleteOldWeekHours } from '../events/hour-queries.ts'
import { dropOldMonths } from '../../db/retention.ts'
import { dropOldEvents, ensureEventMonths } from '../../people/events/upkeep.ts'
import { uuidv7Floor } from '../../lib/uuid.ts'
import { dropOldConversions } from '../goals/goal-queries.ts'
import { storeFigures } from '../ab-tests/ab-test-queries.ts'

interface HousekeepingOptions {
  database: Database
  clock: Clock
  log: Log
  retentionDays: number
  /** Days for which log entries are kept; absent: for ever. */
  logDays?: number
  /** Days for which contact events are kept; absent: for ever. */
  eventDays?: number
}

const EVERY_MS = 60_000
/** Partitions are monthly, so this need not run often. */
const MONTHS_EVERY_MS = 3_600_000

/** Creates partitions for coming months, drops expired ones and compares counters, until stopped. */
export function startHousekeeping(options: HousekeepingOptions): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = async (): Promise<void> => {
    let monthsAt = -Infinity
    while (!signal.aborted) {
      const isTimeForMonths = performance.now() - monthsAt >= MONTHS_EVERY_MS
      if (isTimeForMonths) {
        monthsAt = performance.now()
        await attempt(options.log, 'months could not be kept in order', () => maintainMonths(options))
      }
      await attempt(options.log, 'counters could not be compared', () => checkCounters(options))
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const ended = loop()
  return () => {
    stopping.abort()
    return ended
  }
}

/**
 * Creates partitions for coming months and drops expired ones; folds old activity into days; deletes workers of machines that are gone, and
 * links of old test messages.
 */
export async function maintainMonths(options: HousekeepingOptions): Promise<void> {
  const { database, clock, log, retentionDays, logDays, eventDays } = options
  await ensureLeaves(database, clock.now())
  await dropOldDetails({ database, clock, log }, retentionDays)
  if (logDays !== undefined) await dropOldLog({ database, clock, log }, logDays)
  if (eventDays !== undefined) await keepEventMonths({ database, clock, log }, eventDays)
  await deleteSilentWorkers(database.pool)
  await deleteOldTestLinks(database.kysely, clock.now())
  await deleteOldCalls(database.kysely, clock.now())
  await foldActivity({ database, clock, log })
  await deleteOldWeekHours(database.kysely, clock.now())
}

/** Drops the days of the log that ended more than `days` ago, with one statement each. */
async function dropOldLog({ database, clock, log }: RetentionDeps, days: number): Promise<void> {
  const before = new Date(clock.now().getTime() - days * DAY_MS)
  const dropped = await dropOldMonths(database, { before, tables: dailyTables, mayGo: async () => true })
  if (dropped.length > 0) log.info({ dropped }, 'old days of the log were dropped')
}

async function keepEventMonths({ database, clock, log }: RetentionDeps, days: number): Promise<void> {
  await ensureEventMonths(database, clock.now(), days)
  const dropped = await dropOldEvents(database, clock.now(), days)
  if (dropped.length > 0) log.info({ dropped }, 'old events of contacts were dropped')
  const before = new Date(clock.now().getTime() - days * DAY_MS)
  while ((await dropOldConversions(database.kysely, before)) === 'more');
}

async function attempt(log: Log, failure: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => log.error({ err: error }, failure))
}

// How long the installation keeps each single message. After that the deliveries, attempts and events of a month are dropped as a whole.
// Runs stay, with their counters, samples, links and test figures, and so does the recipient of each message: people may unsubscribe by
// links of any age.

const DAY_MS = 86_400_000

interface RetentionDeps {
  database: Database
  clock: Clock
  log: Log
}

/**
 * Drops the months that ended more than `days` ago; 0 keeps all. A month with an open run stays until that has ended. Returns the names of
 * the dropped partitions.
 */
async function dropOldDetails({ database, clock, log }: RetentionDeps, days: number): Promise<string[]> {
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
      await storeFigures(db, { from: uuidv7Floor(month.start), before: uuidv7Floor(month.end) })
      await keepRecipients(db, month)
      await markRemoved(db, month, now)
      await deleteWorkOf(db, month)
      return true
    },
  })
  if (dropped.length > 0) log.info({ dropped }, 'details of old runs were dropped')
  return dropped
}
