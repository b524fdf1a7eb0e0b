/**
 * Creates the partitions of coming days and months, in the main process, which runs on every machine. Schedulers create them too, but all
 * of them may be down, or a machine asleep, for longer than the partitions last; and a row without a partition fails together with its
 * whole statement.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { ensureLeaves } from '../db/partitions.ts'
import type { Log } from '../lib/log.ts'

/** One small statement each time. */
const EVERY_MS = 60_000

/** Creates partitions periodically. Returns a function that stops it. */
export function startCreatingPartitions(
  { database, log }: { database: Pick<Database, 'pool'>; log: Pick<Log, 'error'> },
  everyMs = EVERY_MS,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      await ensureLeaves(database, new Date()).catch((error: unknown) =>
        log.error({ err: error }, 'there may be no room for the days to come'),
      )
      await delay(everyMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const ended = loop()
  return () => {
    stopping.abort()
    return ended
  }
}
