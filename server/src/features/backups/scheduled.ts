/** Takes a backup when one is due, in a separate process with low priority. Run by the scheduler role. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { archiveIdOf } from '../../db/backup/archive-files.ts'
import { readManifest } from '../../db/backup/manifest.ts'
import type { Deps } from '../../http/deps.ts'
import { folderFor, listStoredBackups, removeOld } from './stored-backups.ts'
import { recordBackup, recordFailedBackup, selectBackupState, withExclusiveLock } from './queries.ts'

const PROGRAM = fileURLToPath(new URL('../../commands/backup-process.ts', import.meta.url))
/** A failed backup is not retried sooner than this. */
const RETRY_MS = 15 * 60_000
const HOUR_MS = 3_600_000
/** Lowest priority for processor time. */
const NICE = 10

type Tools = Pick<Deps, 'config' | 'database' | 'clock' | 'log'>

export interface ScheduledBackups {
  takeDue(): Promise<void>
  /** Ends one that is being taken: it is taken later. */
  stop(): void
}

export function scheduledBackups(tools: Tools): ScheduledBackups {
  const running = new AbortController()
  return {
    takeDue: async () => {
      const { dir } = tools.config.backup
      if (dir === null || !(await isDue(tools, dir))) return
      await withExclusiveLock(tools.database.kysely, () => take(tools, dir, running.signal))
    },
    stop: () => running.abort(),
  }
}

async function isDue({ config, database, clock }: Tools, dir: string): Promise<boolean> {
  const now = clock.now().getTime()
  const archiveId = config.backup.archiveDir === null ? undefined : await archiveIdOf(config.dataDir)
  // The archive opens in a moment: a backup before it would be of no use to it.
  if (archiveId === null) return false
  const { failedAt } = await selectBackupState(database.kysely)
  if (failedAt !== null && now - failedAt.getTime() < RETRY_MS) return false
  const [newest] = await listStoredBackups(dir)
  if (newest === undefined) return true
  const { moment, archive } = newest.manifest
  // A new archive is of use from its first backup on.
  if (archiveId !== undefined && archive?.id !== archiveId) return true
  return now - Date.parse(moment) >= config.backup.everyHours * HOUR_MS
}

async function take({ config, database, clock, log }: Tools, dir: string, signal: AbortSignal): Promise<void> {
  const folder = folderFor(dir, clock.now())
  const startedAt = performance.now()
  const failure = await runProgram(folder, signal)
  if (signal.aborted) return
  if (failure !== null) {
    log.error({ folder, failure }, 'a scheduled backup failed')
    await recordFailedBackup(database.kysely, clock.now())
    return
  }
  const { moment, files } = await readManifest(folder)
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  const tookMs = Math.round(performance.now() - startedAt)
  await recordBackup(database.kysely, { moment: new Date(moment), bytes, tookMs })
  log.info({ folder, bytes, tookMs }, 'a backup was taken')
  const { keep, archiveDir } = config.backup
  await removeOld({ dir, keep, archiveDir })
}

/** Returns the error output; null if the program succeeded. */
async function runProgram(folder: string, signal: AbortSignal): Promise<string | null> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  lowerPriority(child)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
  const code = await once(child, 'close').then(
    ([exit]) => exit as number | null,
    (error: Error) => {
      said += error.message
      return null
    },
  )
  return code === 0 ? null : said.trim() || `it ended with ${code}`
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE)
  } catch {
    // It has ended already.
  }
}
