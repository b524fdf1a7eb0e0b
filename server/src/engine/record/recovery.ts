/**
 * Takes over what a dead worker of this machine left: ensures that it is dead, stores its journal in the database and releases its leases.
 * Only then can another worker claim its batches, so that no recipient gets the message twice, except those whose message was in flight
 * without an answer; their deliveries say so.
 */
import { readdir, rm } from 'node:fs/promises'
import type pg from 'pg'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { processMark, waitUntil } from '../../db/embedded/process-state.ts'
import type { Database } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { journalFolder, type Intent, type JournalRecord, readRecords } from './journal.ts'
import { releaseWorker, workersOfHost } from '../batches/worker-queries.ts'
import { type JournalBatch, type Recorded, recordInDoubt } from './outcomes.ts'
import { NO_CHANNEL } from '../upkeep/pulse.ts'
import { addMinuteCounters } from '../upkeep/pulse-queries.ts'
import { shardOf, storeOutcomes } from './recorder.ts'
import { committedPosition, deletePosition, savePosition } from './recovery-queries.ts'

export interface RecoveryOptions {
  database: Database
  hostId: string
  journalsDir: string
  clock: Clock
  log: Log
}

const DEATH_MS = 10_000

/** Takes over every worker of this machine that is not in `living`. */
export async function recoverAll(options: RecoveryOptions, living: ReadonlySet<string>): Promise<void> {
  const known = await workersOfHost(options.database.pool, options.hostId)
  for (const { workerId, pid, mark } of known) {
    if (living.has(workerId)) continue
    await killProcess(pid, mark)
    await recoverWorker(options, workerId)
  }
  // Journals of workers that the database does not know: they were never registered, or were deleted just before their files.
  const folders = await readdir(options.journalsDir, { withFileTypes: true })
  for (const folder of folders) {
    if (folder.isDirectory() && !living.has(folder.name)) await recoverWorker(options, folder.name)
  }
}

/** Takes over one worker, whose process must be dead. May be repeated. */
export async function recoverWorker(options: RecoveryOptions, workerId: string): Promise<void> {
  const { database, log, journalsDir, clock } = options
  const folder = journalFolder(journalsDir, workerId)
  const { outcomes, inDoubt } = await transaction(database, ({ client }) =>
    replay(client, workerId, folder, clock.now()),
  )
  await rm(folder, { recursive: true, force: true })
  await deletePosition(database.pool, workerId)
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
    await addMinuteCounters(client, key, { sent: 0, failed: 0, retried: 0, leasesLost })
  }
  return { outcomes: journal.outcomes.length, inDoubt: doubtful.length }
}

async function killProcess(pid: number, mark: string): Promise<void> {
  if ((await processMark(pid)) !== mark) return
  process.kill(pid, 'SIGKILL')
  const isDead = await waitUntil(async () => (await processMark(pid)) !== mark, DEATH_MS)
  if (!isDead) throw new Error(`worker process ${pid} does not die`)
}

// Reads what a dead worker left: outcomes that the database may lack, and messages in flight.

interface JournalOutcome {
  batch: JournalBatch
  outcome: Recorded
}

interface OpenIntent {
  batch: JournalBatch
  intent: Intent
}

interface JournalContent {
  /** Outcomes after the given position, in order. */
  outcomes: JournalOutcome[]
  /** Messages that were started and have no outcome. */
  inDoubt: OpenIntent[]
  end: number
}

type TurnRecord = Extract<JournalRecord, { type: 'turn' }>

const FILE_NAME = /^(\d{6,})-(\d+)\.journal$/

/** Reads a worker's journal. A missing folder is an empty journal. */
export function readJournal(folder: string, committedPosition: number): JournalContent {
  const content: JournalContent = { outcomes: [], inDoubt: [], end: 0 }
  const batches = new Map<number, JournalBatch>()
  const open = new Map<string, OpenIntent>()
  const addTurn = ({ id, settled, next }: TurnRecord, batch: JournalBatch): void => {
    for (const { seq, outcome } of settled) {
      open.delete(`${id}.${seq}`)
      if (outcome !== null && content.end > committedPosition) content.outcomes.push({ batch, outcome })
    }
    if (next !== null) open.set(`${id}.${next.seq}`, { batch, intent: next })
  }
  for (const { path, begin } of journalFiles(folder)) {
    const file = readFileSync(path)
    // A file without open batches starts empty: its name still says how far the journal got.
    content.end = Math.max(content.end, begin)
    for (const { record, end } of readRecords(file)) {
      content.end = begin + end
      if (record.type === 'batch') batches.set(record.id, record.batch)
      const batch = batches.get(record.id)
      if (batch === undefined) throw new Error(`${path} speaks of a batch that it does not name`)
      if (record.type === 'open') open.set(`${record.id}.${record.intent.seq}`, { batch, intent: record.intent })
      if (record.type === 'turn') addTurn(record, batch)
    }
  }
  content.inDoubt = [...open.values()]
  return content
}

function journalFiles(folder: string): { path: string; begin: number }[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return names
    .map(name => FILE_NAME.exec(name))
    .filter(match => match !== null)
    .map(match => ({ path: join(folder, match[0]), no: Number(match[1]), begin: Number(match[2]) }))
    .sort((a, b) => a.no - b.no)
}
