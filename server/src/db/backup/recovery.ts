/**
 * Brings the files of a base backup to one moment: PostgreSQL replays the write-ahead log that came with them, and for a later moment
 * that of the archive, segment by segment as it asks for it.
 */
import { lchown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from '../embedded/binaries.ts'
import { chownTree, type Place } from '../embedded/place.ts'
import { startServer } from '../embedded/server-process.ts'
import { type ServerSettings, writeSettings } from '../embedded/settings.ts'
import type { DatabaseLog } from '../database-log.ts'
import { StartError } from '../../lib/start-error.ts'

export interface RecoveryOptions {
  binaries: Binaries
  /** Of which `cluster` is recovered. */
  place: Place
  log: DatabaseLog
  /** Undefined: the moment of the backup. */
  replay?: Replay | undefined
}

export interface Replay {
  /** Up to this moment; null for all there is. */
  until: Date | null
  /** Writes a segment or a history file of the archive to this path; false when there is none. */
  fetch(name: string, path: string): Promise<boolean>
}

export interface Recovered {
  /** The last change that was replayed; null where there was none, or it is not known. */
  lastChange: Date | null
}

/** Recovery may have days of log to read. */
const PATIENCE_MS = 7 * 86_400_000
/** In the cluster's folder, where the server's user may write. */
const FETCH_FOLDER = 'notifly_fetch'

/** Resolves when the cluster is whole and its server has ended. Rejects with StartError where the moment cannot be reached. */
export async function recover({ binaries, place, log, replay }: RecoveryOptions): Promise<Recovered> {
  const { cluster } = place
  await writeFile(join(cluster, 'recovery.signal'), '')
  await mkdir(join(cluster, FETCH_FOLDER), { mode: 0o700 })
  await writeSettings(place, recoverySettings(replay))
  await chownTree(cluster, place.runAs)
  const serving = new AbortController()
  const served = replay === undefined ? Promise.resolve(undefined) : serveArchive(place, replay, serving.signal)
  try {
    const server = await startServer(binaries, place, log, { timeoutMs: PATIENCE_MS })
    await server.stop()
  } catch (error) {
    serving.abort()
    throw (await served) ?? inWords(error as Error, replay)
  } finally {
    serving.abort()
  }
  await served
  await rm(join(cluster, FETCH_FOLDER), { recursive: true, force: true })
  return { lastChange: lastChangeIn(await readFile(join(place.home, 'server.log'), 'utf8')) }
}

/** It becomes a server of its own, on a timeline of its own: what it writes cannot be taken for what the first one wrote. */
function recoverySettings(replay: Replay | undefined): ServerSettings {
  // Without hot standby the limits of the machine that was backed up are not asked for.
  const base = { recovery_target_action: 'promote', hot_standby: 'off', archive_mode: 'off' }
  if (replay === undefined) return { ...base, restore_command: 'exit 1', recovery_target: 'immediate' }
  const { until } = replay
  return { ...base, restore_command: ASK_FOR, ...(until !== null && { recovery_target_time: timestamp(until) }) }
}

/** The server reads its settings before it knows names of time zones, "Z" included. */
function timestamp(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', '+00')
}

/**
 * Puts a question into the folder and waits for its answer: the file (here), that there is none, or that it cannot be read (broken).
 * Exit code 1 tells the server that the log ends here, 127 that it must give up. Without its server it ends as well.
 */
const ASK_FOR = [
  `cd ${FETCH_FOLDER} && : > %f.wanted`,
  'until [ -e %f.here ] || [ -e %f.none ] || [ -e %f.broken ] || ! kill -0 $PPID; do sleep 0.02; done',
  'if [ -e %f.broken ]; then exit 127; fi',
  'if [ -e %f.here ]; then mv -f %f ../%p && rm -f %f.here; else rm -f %f.none; exit 1; fi',
].join('; ')

const WANTED = /^([0-9A-Fa-z.]+)\.wanted$/
const LOOK_MS = 20

/** Answers the questions of ASK_FOR until the signal. Resolves with why a file could not be read, if that was so. */
async function serveArchive(
  { cluster, runAs }: Place,
  replay: Replay,
  signal: AbortSignal,
): Promise<Error | undefined> {
  const folder = join(cluster, FETCH_FOLDER)
  while (!signal.aborted) {
    for (const question of await readdir(folder)) {
      const name = WANTED.exec(question)?.[1]
      if (name === undefined) continue
      await rm(join(folder, question))
      const found = await replay.fetch(name, join(folder, name)).catch((error: Error) => error)
      if (found === true && runAs.uid !== undefined && runAs.gid !== undefined) {
        await lchown(join(folder, name), runAs.uid, runAs.gid)
      }
      const answer = found instanceof Error ? 'broken' : found ? 'here' : 'none'
      await writeFile(join(folder, `${name}.${answer}`), '')
      if (found instanceof Error) return found
    }
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}

const TOO_EARLY = 'recovery ended before configured recovery target was reached'
const LAST = /last completed transaction was at log time (\S+ \S+)/

function inWords(error: Error, replay: Replay | undefined): Error {
  if (!error.message.includes(TOO_EARLY)) return error
  const last = lastChangeIn(error.message)
  const end = last === null ? 'before the first change after the backup' : `with ${last.toISOString()}`
  return new StartError(
    `The archive ends ${end}, so ${replay?.until?.toISOString() ?? ''} cannot be reached. --until=latest takes all that it has.`,
  )
}

/** As the server says it in its log, in UTC. */
function lastChangeIn(log: string): Date | null {
  const said = LAST.exec(log)?.[1]
  return said === undefined ? null : new Date(`${said.replace(' ', 'T').slice(0, 23)}Z`)
}
