import { mkdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { DatabaseLog } from '../database-log.ts'
import { type BinarySources, defaultSources, findBinaries } from './binaries.ts'
import { initializeCluster, readPassword } from './initialize.ts'
import { superviseServer, type ServerRestart } from './supervise-server.ts'
import { defaultSharedHome, findPlace, type Place } from './place.ts'
import { type ShutdownMode, signalServer, startServer } from './server-process.ts'
import { disposableSettings, type ServerSettings, writeSettings } from './settings.ts'
import { takeStartLock } from './start-lock.ts'
import { StartError } from '../../lib/start-error.ts'
import { isSignalable, processMark, servesCluster, waitUntil } from './process-state.ts'

export interface EmbeddedOptions {
  /** The server keeps everything in `postgres` below it; created when missing. */
  dataDir: string
  log: DatabaseLog
  /** The server is up, for the first time or again after it ended by itself. */
  onUp?: (server: { pid: number; restart: ServerRestart | undefined }) => void
  /** How often a silent server is asked for a sign of life before it is killed, and how long each time. */
  askMs?: number
  /** Data that may be lost in a power cut, for speed: tests and benchmarks of other things. */
  disposable?: boolean
  settings?: ServerSettings
  /** Where it listens; at a free port without. */
  port?: number
  /** Where the programs are looked for; the default is the npm package of this platform, then the system. */
  sources?: BinarySources
  /** Where root puts what an unprivileged server cannot reach otherwise. */
  sharedHome?: string
}

export interface EmbeddedPostgres {
  connectionString: string
  port: number
  /** Process id of the server that runs now. */
  readonly pid: number
  /** Shuts the server down, writing everything out. May be called more than once. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that comes with Notifly on a data directory, and sets it up there the first time. It listens on
 * 127.0.0.1 alone, on a random port, and its one login has a random password kept in the data directory. A server that
 * ends by itself (killed for lack of memory, by mistake) is started again at the same port.
 * Rejects with StartError and an advice: another process has the directory, another major version made it, no
 * binaries run here, the directory belongs to another user.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const home = join(dataDir, 'postgres')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const unlock = await takeStartLock(join(home, 'start.lock'), dataDir)
  try {
    const { server, password } = await startServerProcess(home, options)
    const stopAll = async (): Promise<void> => {
      await server.stop()
      await unlock()
    }
    let stopping: Promise<void> | undefined
    return {
      connectionString: `postgres://notifly:${password}@127.0.0.1:${server.port}/notifly`,
      port: server.port,
      get pid() {
        return server.pid
      },
      stop: () => (stopping ??= stopAll()),
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function startServerProcess(home: string, options: EmbeddedOptions) {
  const { log, disposable = false } = options
  const startedAt = performance.now()
  const sharedHome = options.sharedHome ?? defaultSharedHome
  const place = await findPlace(home, sharedHome, log)
  const binaries = await findBinaries(options.sources ?? (await defaultSources()), {
    runAs: place.runAs,
    cluster: place.cluster,
    clusterMajor: await clusterMajor(place),
    copyHomes: process.getuid?.() === 0 ? [sharedHome, join(tmpdir(), 'notifly-root')] : [join(home, 'binaries')],
  })
  if (!place.exists) await initializeCluster(binaries, place, !disposable)
  await stopOrphan(place.cluster, binaries.directory, log)
  const password = await readPassword(binaries, place)
  await writeSettings(place, { ...(disposable ? disposableSettings : {}), ...options.settings })
  const first = await startServer(binaries, place, log, options.port === undefined ? {} : { port: options.port })
  options.onUp?.({ pid: first.pid, restart: undefined })
  const restart = async (reason: ServerRestart) => {
    await stopOrphan(place.cluster, binaries.directory, log)
    const server = await startServer(binaries, place, log, { port: first.port })
    options.onUp?.({ pid: server.pid, restart: reason })
    return server
  }
  const server = superviseServer(first, { restart, log, askMs: options.askMs })
  const tookMs = Math.round(performance.now() - startedAt)
  log.info({ cluster: place.cluster, port: server.port, major: binaries.major, tookMs }, 'embedded PostgreSQL is up')
  return { server, password }
}

async function clusterMajor(place: Place): Promise<number | undefined> {
  if (!place.exists) return undefined
  return Number.parseInt(await readFile(join(place.cluster, 'PG_VERSION'), 'utf8'), 10)
}

/** Patience with each kind of shutdown: fast writes a checkpoint first; immediate leaves recovery to the next start. */
const shutdownSteps: readonly { mode: ShutdownMode; timeoutMs: number }[] = [
  { mode: 'fast', timeoutMs: 60_000 },
  { mode: 'immediate', timeoutMs: 15_000 },
]

/**
 * Stops the server that a killed Notifly has left running on this cluster, and clears a lock file that no server holds.
 * Stopped, not adopted: the next one is then our child, with this version's settings. Nothing acknowledged is lost.
 */
export async function stopOrphan(cluster: string, binaries: string, log: DatabaseLog): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid')
  const pid = await lockedBy(lockFile)
  if (pid === undefined) return
  const mark = await processMark(pid)
  if (mark !== undefined && (await servesCluster(pid, await realpath(cluster)))) {
    log.warn({ pid, cluster }, 'a database server of a killed Notifly is still running: stopping it')
    await shutDown(pid, mark, binaries)
  }
  await clearLock(lockFile, pid)
}

async function shutDown(pid: number, mark: string, binaries: string): Promise<void> {
  for (const { mode, timeoutMs } of shutdownSteps) {
    await signalServer(pid, mode, binaries)
    if (await waitUntil(async () => (await processMark(pid)) !== mark, timeoutMs)) return
  }
  throw new StartError(`The database server left by a killed Notifly (process ${pid}) does not stop. Stop it by hand.`)
}

/**
 * PostgreSQL itself sees through a lock file whose process is gone, but not where the number is taken: by a zombie, which
 * holds nothing but may wait long to be reaped, or by a stranger. Its second lock, on shared memory, still guards against
 * two servers.
 */
async function clearLock(lockFile: string, pid: number): Promise<void> {
  if (isSignalable(pid) && (await lockedBy(lockFile)) === pid) await rm(lockFile, { force: true })
}

async function lockedBy(lockFile: string): Promise<number | undefined> {
  const text = await readFile(lockFile, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return Number.isNaN(pid) ? undefined : Math.abs(pid)
}
