/** What has to be done now and then, by one of the schedulers. Each step may be repeated, and none waits for another's end. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { ensureLeaves } from '../../db/partitions.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { checkCounters } from './counters.ts'
import { forgetSilentWorkers } from '../record/recovery-queries.ts'
import { forgetTestLinks } from './retention-queries.ts'
import { dropOldDetails } from './retention.ts'

interface HousekeepingOptions {
  database: Database
  clock: Clock
  log: Log
  retentionDays: number
}

const EVERY_MS = 60_000
/** Months come slowly. */
const MONTHS_EVERY_MS = 3_600_000

/** Makes room for the months to come, drops those whose time is over, compares counters; until stopped. */
export function startHousekeeping(options: HousekeepingOptions): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = async (): Promise<void> => {
    let monthsAt = -Infinity
    while (!signal.aborted) {
      const isTimeForMonths = performance.now() - monthsAt >= MONTHS_EVERY_MS
      if (isTimeForMonths) {
        monthsAt = performance.now()
        await attempt(options.log, 'months could not be kept in order', () => keepMonths(options))
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

/** Room for the months to come, none for those whose time is over; no workers of machines that are long gone, no links of old tests. */
export async function keepMonths({ database, clock, log, retentionDays }: HousekeepingOptions): Promise<void> {
  await ensureLeaves(database, clock.now())
  await dropOldDetails({ database, clock, log }, retentionDays)
  await forgetSilentWorkers(database.pool)
  await forgetTestLinks(database.kysely, clock.now())
}

async function attempt(log: Log, failure: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => log.error({ err: error }, failure))
}
