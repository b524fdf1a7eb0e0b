/**
 * Takes over what a worker of this machine left: makes sure that it is dead, brings its journal into the database, frees its
 * leases. Only then can another worker claim its batches, so no recipient gets the message twice; except those whose
 * message was on its way without an answer, and their deliveries say so.
 */
import { readdir, rm } from 'node:fs/promises'
import type pg from 'pg'
import { processMark, waitUntil } from '../../db/embedded/process-state.ts'
import type { Database } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { journalFolder } from './journal.ts'
import { readJournal } from './journal-reader.ts'
import { releaseWorker, workersOfHost } from '../batches/lease-queries.ts'
import { recordInDoubt } from './outcomes.ts'
import { NO_CHANNEL } from '../upkeep/pulse.ts'
import { addPulse } from '../upkeep/pulse-queries.ts'
import { shardOf, storeOutcomes } from './recorder.ts'
import { committedPosition, forgetPosition, savePosition } from './recovery-queries.ts'

interface RecoveryOptions {
  database: Database
  hostId: string
  journalsDir: string
  clock: Clock
  log: Log
}

const DEATH_MS = 10_000

/** Takes over every worker of this machine that is not among `living`. */
export async function recoverAll(options: RecoveryOptions, living: ReadonlySet<string>): Promise<void> {
  const known = await workersOfHost(options.database.pool, options.hostId)
  for (const { workerId, pid, mark } of known) {
    if (living.has(workerId)) continue
    await killProcess(pid, mark)
    await recoverWorker(options, workerId)
  }
  // Journals whose worker the database has never met, or has forgotten just before the files could be removed.
  const folders = await readdir(options.journalsDir, { withFileTypes: true })
  for (const folder of folders) {
    if (folder.isDirectory() && !living.has(folder.name)) await recoverWorker(options, folder.name)
  }
}

/** Takes over one worker whose process is dead. May be repeated. */
export async function recoverWorker(options: RecoveryOptions, workerId: string): Promise<void> {
  const { database, log, journalsDir, clock } = options
  const folder = journalFolder(journalsDir, workerId)
  const { outcomes, inDoubt } = await transaction(database, ({ client }) =>
    replay(client, workerId, folder, clock.now()),
  )
  await rm(folder, { recursive: true, force: true })
  await forgetPosition(database.pool, workerId)
  if (outcomes + inDoubt > 0) log.warn({ workerId, outcomes, inDoubt }, 'took over the journal of a worker that ended')
}

async function replay(
  client: pg.ClientBase,
  workerId: string,
  folder: string,
  now: Date,
): Promise<{ outcomes: number; inDoubt: number }> {
  const journal = readJournal(folder, await committedPosition(client, workerId))
  const doubtful = journal.inDoubt.map(({ batch, intent }) => ({
    batch,
    outcome: recordInDoubt(intent.seq, intent.n, now.getTime()),
  }))
  await storeOutcomes(client, [...journal.outcomes, ...doubtful], 0)
  await savePosition(client, workerId, journal.end, now)
  const leasesLost = await releaseWorker(client, workerId)
  if (leasesLost > 0) {
    const key = { channel: NO_CHANNEL, shard: shardOf(workerId) }
    await addPulse(client, key, { sent: 0, failed: 0, retried: 0, leasesLost })
  }
  return { outcomes: journal.outcomes.length, inDoubt: doubtful.length }
}

async function killProcess(pid: number, mark: string): Promise<void> {
  if ((await processMark(pid)) !== mark) return
  process.kill(pid, 'SIGKILL')
  const isDead = await waitUntil(async () => (await processMark(pid)) !== mark, DEATH_MS)
  if (!isDead) throw new Error(`worker process ${pid} does not die`)
}
