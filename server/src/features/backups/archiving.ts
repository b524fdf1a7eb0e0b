/** Archives the embedded database's log, segment by segment. Run by the scheduler role. */
import { type Archive, archiveNext, openArchive, waitingSegments } from '../../db/backup/archive-files.ts'
import type { Deps } from '../../http/deps.ts'
import { isHandingOverFailing, recordArchived, recordFailedArchive } from './queries.ts'

type Tools = Pick<Deps, 'config' | 'database' | 'clock' | 'log'>

/** Interval of the check that the server hands segments over at all. */
const CHECK_MS = 30_000
/** Failed writes are retried after this time. */
const REST_MS = 10_000

export interface Archiving {
  /** Archives what waits. */
  archiveWaiting(): Promise<void>
}

/** Does nothing without NOTIFLY_ARCHIVE_DIR. */
export function startArchiving(tools: Tools): Archiving {
  const { config, database, clock, log } = tools
  const { archiveDir, passphrase } = config.backup
  let archive: Archive | undefined
  let restsUntilMs = 0
  let checkedAtMs = performance.now()
  if (archiveDir === null || passphrase === null) return { archiveWaiting: () => Promise.resolve() }

  const fail = async (error: unknown, waiting: number): Promise<void> => {
    restsUntilMs = performance.now() + REST_MS
    log.error({ err: error, waiting }, 'the log of the database could not be archived; it is kept and tried again')
    await recordFailedArchive(database.kysely, clock.now(), waiting)
  }
  const archiveAll = async (open: Archive): Promise<void> => {
    let waiting = await waitingSegments(open)
    while (waiting.length > 0) {
      const [next = '', ...others] = waiting
      try {
        await archiveNext(open, next)
      } catch (error) {
        return fail(error, waiting.length)
      }
      waiting = others
      await recordArchived(database.kysely, clock.now(), waiting.length)
    }
  }
  const checkServer = async (): Promise<void> => {
    if (performance.now() - checkedAtMs < CHECK_MS) return
    checkedAtMs = performance.now()
    if (await isHandingOverFailing(database.kysely)) await fail(new Error('PostgreSQL cannot hand over its log'), 0)
  }
  return {
    archiveWaiting: async () => {
      if (performance.now() < restsUntilMs) return
      try {
        archive ??= await openArchive(config.dataDir, archiveDir, passphrase)
      } catch (error) {
        return fail(error, 0)
      }
      await archiveAll(archive)
      await checkServer()
    },
  }
}
