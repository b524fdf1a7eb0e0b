/**
 * Insert: a verified file becomes contacts and a segment. Asked for once, done in the background chunk by chunk. Each
 * chunk is one transaction that also takes its rows out of the staging table, so a process that dies loses nothing and
 * repeats nothing.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { transaction } from '../../db/transaction.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import type { CommandContext } from '../approvals/approvals.ts'
import { createEmptySegment } from '../segments/segments.ts'
import { finishImport } from './finish.ts'
import * as chunks from './insert-queries.ts'
import { INSERT_IMPORT, WATCH_IMPORT } from './job-names.ts'
import { identifyStaged } from './match-queries.ts'
import { type ImportKey, lockImport, selectImport, updateImport } from './queries.ts'
import { ensureStaged } from './restage.ts'

/** Rows of a chunk: long enough to be fast, short enough for progress and for others that write contacts. */
const CHUNK_ROWS = 5000
const TRIES = 5
/** A chunk takes a second at most; reading a lost file again some more. */
const WATCH_MS = 15_000

/** SQLSTATE of failures that a second try mends: deadlock, serialization, a key that another writer took meanwhile. */
const PASSING = new Set(['40P01', '40001', '23505'])

/**
 * Starts the insert in the caller's transaction and answers the new segment's id; asked again with the same name it answers the same. Throws notFound,
 * or invalidInput when the name is taken or no row can be inserted.
 */
export async function beginInsert(
  { db, actor, now }: Pick<CommandContext, 'db' | 'actor' | 'now'>,
  importId: string,
  segmentName: string,
): Promise<string> {
  const key = { applicationId: actor.applicationId, importId }
  const row = await lockImport(db, key)
  if (row === undefined || (row.state === 'verified' && row.expires_at <= now)) throw new AppError('notFound')
  if (row.segment_id !== null) {
    if (row.segment_name !== segmentName) {
      throw new AppError('conflict', { message: `This file is already inserted as ${row.segment_name}.` })
    }
    if (row.state === 'failed') await start(db, key, {}, now)
    return row.segment_id
  }
  if (row.expected_users === 0) throw invalidField('corelation_id', 'No row of this file can be inserted.')
  const segmentId = await createEmptySegment(db, { ...actor, name: segmentName, now })
  await start(db, key, { segment_id: segmentId, segment_name: segmentName }, now)
  return segmentId
}

async function start(
  db: Kysely<Tables>,
  key: ImportKey,
  segment: { segment_id?: string; segment_name?: string },
  now: Date,
): Promise<void> {
  await updateImport(db, key, { ...segment, state: 'inserting', message: null })
  await enqueueInsert(db, key)
  await enqueueWatch(db, { ...key, rowsDone: 0 }, now)
}

async function enqueueInsert(db: Kysely<Tables>, key: ImportKey): Promise<void> {
  await enqueue(db, INSERT_IMPORT, { ...key }, { key: `${INSERT_IMPORT} ${key.importId}` })
}

async function enqueueWatch(db: Kysely<Tables>, watched: WatchedImport, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + WATCH_MS)
  await enqueue(db, WATCH_IMPORT, { ...watched }, { key: `${WATCH_IMPORT} ${watched.importId}`, runAt })
}

export interface WatchedImport extends ImportKey {
  /** Rows that were done at the look before. */
  rowsDone: number
}

/**
 * Looks whether an insert goes on. The queue gives the job of a process that was killed to nobody for hours; here it is
 * queued anew as soon as it has stood still for a while. Two jobs of one import are harmless: they take turns.
 */
export async function watchInsert(deps: Deps, watched: WatchedImport): Promise<void> {
  const { applicationId, importId } = watched
  await deps.database.kysely.transaction().execute(async db => {
    const row = await selectImport(db, { applicationId, importId })
    if (row?.state !== 'inserting') return
    if (row.rows_done === watched.rowsDone) await enqueueInsert(db, { applicationId, importId })
    await enqueueWatch(db, { applicationId, importId, rowsDone: row.rows_done }, deps.clock.now())
  })
}

/** Inserts what is left of an import; done when it resolves, or failed with a message. */
export async function runInsert(deps: Deps, key: ImportKey): Promise<void> {
  if (!(await ensureStaged(deps, key))) return
  while (await tryChunk(deps, key));
  await finishImport(deps, key)
}

async function tryChunk(deps: Deps, key: ImportKey): Promise<boolean> {
  for (let left = TRIES; ; left--) {
    try {
      return await insertChunk(deps, key)
    } catch (error) {
      if (left === 1 || !PASSING.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

/** False when nothing is left to insert. */
async function insertChunk(deps: Deps, key: ImportKey): Promise<boolean> {
  return transaction(deps.database, async ({ kysely: db }) => {
    const row = await lockImport(db, key)
    if (row?.state !== 'inserting' || row.segment_id === null) return false
    const next = await chunks.selectNextChunk(db, key.importId, CHUNK_ROWS)
    if (next === undefined) return false
    const chunk = { ...key, lastRow: next.lastRow }
    const now = deps.clock.now()
    await chunks.lockContacts(db, key.applicationId)
    const removed = await identifyStaged(db, chunk, now)
    await chunks.upsertContacts(db, chunk, now)
    await chunks.insertMembers(db, chunk, row.segment_id)
    await chunks.deleteChunk(db, chunk)
    await updateImport(db, key, {
      rows_done: row.rows_done + next.rows,
      ...(removed === 0 ? {} : { message: 'Rows whose keys came to belong to other contacts were left out.' }),
    })
    return true
  })
}
