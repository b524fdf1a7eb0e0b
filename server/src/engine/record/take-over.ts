/**
 * Takes over what workers of this machine left (recovery.ts). That is loaded only if there is something to take over: with it comes much of
 * the engine, and the main process, which does this, is there to supervise.
 */
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { workersOfHost } from '../batches/worker-queries.ts'
import { journalFolder } from './journal.ts'
import type * as Recovery from './recovery.ts'
import type { RecoveryOptions } from './recovery.ts'
import { deletePosition } from './recovery-queries.ts'

const load = (): Promise<typeof Recovery> => import('./recovery.ts')

/** Takes over every worker of an earlier start. */
export async function takeOverAll(options: RecoveryOptions): Promise<void> {
  const { database, hostId, journalsDir } = options
  const hasJournals = readdirSync(journalsDir, { withFileTypes: true }).some(entry => entry.isDirectory())
  if (!hasJournals && (await workersOfHost(database.pool, hostId)).length === 0) return
  const { recoverAll } = await load()
  await recoverAll(options, new Set())
}

/**
 * Takes over one worker, whose process must be dead. May be repeated. `hasStopped`: its process ended in order. Then it has stored everything,
 * unless it is still registered: that is the last thing that a worker gives up.
 */
export async function takeOver(options: RecoveryOptions, workerId: string, hasStopped: boolean): Promise<void> {
  const { database, hostId, journalsDir } = options
  const known = await workersOfHost(database.pool, hostId)
  if (!hasStopped || known.some(worker => worker.workerId === workerId)) {
    const { recoverWorker } = await load()
    return recoverWorker(options, workerId)
  }
  await rm(journalFolder(journalsDir, workerId), { recursive: true, force: true })
  await deletePosition(database.pool, workerId)
}
