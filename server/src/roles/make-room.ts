/**
 * Creates the partitions of the days and months to come, in the main process, which every machine has. Schedulers create them
 * too, but may all be down for longer than they last, and a machine may sleep for as long: a row without a partition fails
 * together with everything that its statement writes.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { ensureLeaves } from '../db/partitions.ts'
import type { Log } from '../lib/log.ts'

/** One small statement each time. */
const EVERY_MS = 60_000

/** Makes room now and then, until the answer is called. */
export function startMakingRoom(
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
