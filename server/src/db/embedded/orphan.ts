import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseLog } from '../database-log.ts'
import { StartError } from '../../lib/start-error.ts'
import { isSignalable, processMark, servesCluster, waitUntil } from './process-state.ts'
import { signalServer, type ShutdownMode } from './signal.ts'

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
