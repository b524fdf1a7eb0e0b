/**
 * Insert: turns a verified file into contacts and a segment. Requested once, done in the background part by part, and followed from its
 * page. Each part is one transaction that also removes its rows from the staging table, so a process that dies loses nothing and repeats
 * nothing.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { ImportProgress } from '@notifly/contracts/imports/imports'
import { inWords } from '@notifly/contracts/sentences/english'
import { lockContacts } from '../../../people/contacts/contact-total.ts'
import { ensureContactStatistics, ensureAudienceStatistics } from '../../../people/contacts/planner-statistics.ts'
import { type StagedRows, writeStaged } from '../../../people/contacts/staged-contacts.ts'
import type { Db } from '../../../db/schema/tables.ts'
import { transaction, type Transaction } from '../../../db/transaction.ts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue, type JobHandlers, longQueue } from '../../../jobs/jobs.ts'
import { AppError, invalidField, orNotFound } from '../../../lib/app-error.ts'
import { readWords, storedWords } from '../../../lib/stored-words.ts'
import { type CommandContext, openRequestsOn } from '../../approvals/approvals.ts'
import { createEmptySegment } from '../../segments/segments.ts'
import { assertFields, assertRoom } from '../../quotas/quotas.ts'
import { countStaged, deletePart, deleteStaged, identifyStaged, selectNextParts } from '../stage/staged-queries.ts'
import { clearColumns, type ImportKey, lockImport, selectImport, updateImport } from '../queries.ts'
import { EXPIRE_IMPORT, type ImportedField, stageFile } from '../stage/verify.ts'
import { noteFields, requestFieldSlots } from '../../../people/fields/fields.ts'
import { expireImport, withStoredFile } from '../upload/kept-file.ts'
import type { ParseOptions } from '../read/parse-import.ts'
import { ImportFileError } from '../read/parse-errors.ts'

/** Name of the job that inserts; its payload is an ImportKey. */
const INSERT_IMPORT = 'import.insert'
/** Name of the job that checks whether the insert makes progress; its payload is a WatchedImport. */
const WATCH_IMPORT = 'import.watch'

export function importJobs(deps: Deps): JobHandlers {
  return {
    [INSERT_IMPORT]: { long: payload => runInsert(deps, payload as ImportKey) },
    [WATCH_IMPORT]: payload => watchInsert(deps, payload as WatchedImport),
    [EXPIRE_IMPORT]: payload => expireImport(deps, payload as ImportKey),
  }
}

/** Rows per part: enough to be fast, few enough for progress and for other writers of contacts. */
const PART_ROWS = 5000
/** Concurrent parts. Writing contacts keeps one core of the database busy with their indexes; most machines have room for two. */
const PARTS = 2
const TRIES = 5
/** A round takes a second at most; reading a lost file again takes longer. */
const WATCH_MS = 15_000

/** SQLSTATE of failures that a retry fixes: deadlock, serialization, a key that another contact has taken meanwhile. */
const TAKEN_KEY = '23505'
const PASSING = new Set(['40P01', '40001', TAKEN_KEY])

/**
 * Starts the insert in the caller's transaction and returns the new segment's id; repeated with the same name it returns the same. Throws
 * notFound, or invalidInput if the name is taken or no row can be inserted.
 */
export async function beginInsert(context: CommandContext, importId: string, segmentName: string): Promise<string> {
  const { db, actor, now } = context
  const key = { applicationId: actor.applicationId, importId }
  const row = await lockImport(db, key)
  const isGone = row?.state === 'verified' && row.expires_at <= now
  if (row === undefined || row.kind === 'update' || isGone) throw new AppError('notFound')
  if (row.segment_id !== null) {
    if (row.segment_name !== segmentName) {
      throw new AppError('conflict', sentence('imports.insertedAs', { name: row.segment_name ?? '' }))
    }
    if (row.state === 'failed') await start(db, key, {}, now)
    return row.segment_id
  }
  if (row.expected_users === 0) throw invalidField('corelation_id', sentence('imports.noRow'))
  // Contacts may have been added since the file was checked.
  await assertRoom(context, 'contacts', row.new_users)
  await assertFields(context, row.columns as ImportedField[])
  await assertRoom(context, 'segments')
  const segmentId = await createEmptySegment(db, { ...actor, name: segmentName, now })
  await start(db, key, { segment_id: segmentId, segment_name: segmentName }, now)
  return segmentId
}

async function start(
  db: Db,
  key: ImportKey,
  segment: { segment_id?: string; segment_name?: string },
  now: Date,
): Promise<void> {
  await updateImport(db, key, { ...segment, state: 'inserting', message: null })
  await enqueueInsert(db, key)
  await enqueueWatch(db, { ...key, rowsDone: 0 }, now)
}

async function enqueueInsert(db: Db, key: ImportKey): Promise<void> {
  await enqueue(
    db,
    INSERT_IMPORT,
    { ...key },
    { key: `${INSERT_IMPORT} ${key.importId}`, queue: longQueue(key.applicationId) },
  )
}

async function enqueueWatch(db: Db, watched: WatchedImport, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + WATCH_MS)
  await enqueue(db, WATCH_IMPORT, { ...watched }, { key: `${WATCH_IMPORT} ${watched.importId}`, runAt })
}

interface WatchedImport extends ImportKey {
  /** Rows that were done at the previous check. */
  rowsDone: number
}

/**
 * Checks whether an insert makes progress. The queue keeps the job of a killed process locked for hours; here it is added again as soon as
 * nothing has happened for a while. Two jobs of one import are harmless: they take turns.
 */
async function watchInsert(deps: Deps, watched: WatchedImport): Promise<void> {
  const { applicationId, importId } = watched
  await deps.database.kysely.transaction().execute(async db => {
    const row = await selectImport(db, { applicationId, importId })
    if (row?.state !== 'inserting') return
    if (row.rows_done === watched.rowsDone) await enqueueInsert(db, { applicationId, importId })
    await enqueueWatch(db, { applicationId, importId, rowsDone: row.rows_done }, deps.clock.now())
  })
}

/** Inserts the rest of an import; when it resolves, the import is done, or failed with a message. */
async function runInsert(deps: Deps, key: ImportKey): Promise<void> {
  await ensureContactStatistics(deps.database, key.applicationId)
  if (!(await ensureStaged(deps, key))) return
  await noteImportedFields(deps, key)
  while (await tryRound(deps, key));
  await finishImport(deps, key)
}

/**
 * Restores staged rows if they were lost: the staging table is unlogged, and empty after a crash of the database. Rows are then read again
 * from the stored file; inserting some of them twice changes nothing. Returns false if the import cannot go on (its state says why).
 */
async function ensureStaged(deps: Deps, key: ImportKey): Promise<boolean> {
  try {
    return await transaction(deps.database, async tx => {
      const row = await lockImport(tx.kysely, key)
      if (row?.state !== 'inserting') return false
      const staged = await countStaged(tx.kysely, key.importId)
      if (staged !== row.expected_users - row.rows_done) {
        deps.log.warn({ importId: key.importId, staged }, 'staged rows are gone: the file is read again')
        await restage(tx, key, row.file_id, row.options as ParseOptions)
      }
      return true
    })
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    await updateImport(deps.database.kysely, key, { state: 'failed', message: storedWords(error.sentence) })
    return false
  }
}

async function restage(tx: Transaction, key: ImportKey, fileId: string, options: ParseOptions): Promise<void> {
  await deleteStaged(tx.kysely, key.importId)
  await withStoredFile(tx.kysely, { ...key, fileId }, async path => {
    const { newUsers, updatedUsers } = await stageFile(tx, key, path, options)
    await updateImport(tx.kysely, key, { expected_users: newUsers + updatedUsers, rows_done: 0 })
  })
}

async function tryRound(deps: Deps, key: ImportKey): Promise<boolean> {
  // Rows that were new when the file was verified are assumed to be new until the database disagrees.
  let which: 'all' | 'known' = 'known'
  for (let left = TRIES; ; left--) {
    const { isMore, failures } = await insertRound(deps, key, which)
    const codes = failures.map(error => (error as { code?: string }).code ?? '')
    if (failures.length === 0) return isMore
    if (left === 1 || !codes.every(code => PASSING.has(code))) throw failures[0]
    if (codes.includes(TAKEN_KEY)) which = 'all'
  }
}

interface Round {
  /** Whether there was anything left to insert. */
  isMore: boolean
  /** Errors of parts that were rolled back; their rows are still staged. */
  failures: unknown[]
}

/**
 * Inserts the next parts, each in a transaction on a connection of its own, while this transaction locks the import and the contacts. If
 * this one fails, its parts may still be committed: done and staged rows then do not add up, and the file is read again (see ensureStaged).
 */
async function insertRound(deps: Deps, key: ImportKey, which: 'all' | 'known'): Promise<Round> {
  return transaction(deps.database, async ({ kysely: db }) => {
    const row = await lockImport(db, key)
    const segmentId = row?.segment_id ?? null
    if (row?.state !== 'inserting' || segmentId === null) return { isMore: false, failures: [] }
    // No index guards the phone numbers of contacts.
    const judges = row.kind === 'phonebook' ? 'all' : which
    // Rows that are judged again may turn out to be the same contact: they must then be inserted in order.
    const size = { parts: judges === 'all' ? 1 : PARTS, rows: PART_ROWS }
    const next = await selectNextParts(db, key.importId, size)
    if (next.length === 0) return { isMore: false, failures: [] }
    await lockContacts(db, key.applicationId)
    const results = await Promise.allSettled(
      next.map(part => insertPart(deps, { ...key, ...part, which: judges }, segmentId)),
    )
    const done = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const sum = (count: (each: PartDone) => number): number => done.reduce((total, each) => total + count(each), 0)
    await updateImport(db, key, {
      rows_done: row.rows_done + sum(each => each.rows),
      ...(sum(each => each.removed) === 0 ? {} : { message: LEFT_OUT }),
    })
    const failures = results.flatMap(result => (result.status === 'rejected' ? [result.reason as unknown] : []))
    return { isMore: true, failures }
  })
}

const LEFT_OUT = storedWords(sentence('imports.leftOut'))

interface PartDone {
  rows: number
  removed: number
}

type NextPart = StagedRows & { rows: number; known: number; which: 'all' | 'known' }

async function insertPart(deps: Deps, part: NextPart, segmentId: string): Promise<PartDone> {
  return transaction(deps.database, async ({ kysely: db }) => {
    const isJudged = part.which === 'all' || part.known > 0
    const removed = isJudged ? await identifyStaged(db, part) : 0
    const writer = { db, secrets: deps.secrets, now: deps.clock.now() }
    await writeStaged(writer, part, { segmentId, areAllNew: !isJudged })
    await deletePart(db, part)
    return { rows: part.rows, removed }
  })
}

/** Registers the file's merge fields with the application before contacts get them, so that their values are counted and stored by type. */
async function noteImportedFields(deps: Deps, key: ImportKey): Promise<void> {
  const db = deps.database.kysely
  const row = await selectImport(db, key)
  if (row?.state !== 'inserting') return
  await noteFields(db, key.applicationId, row.columns as ImportedField[], deps.clock.now())
}

/** Ends an import without remaining rows; one that has ended already stays as it is. */
async function finishImport(deps: Deps, key: ImportKey): Promise<void> {
  await transaction(deps.database, async ({ kysely: db }) => {
    const row = await lockImport(db, key)
    if (row?.state !== 'inserting') return
    await requestFieldSlots(db, key.applicationId)
    await updateImport(db, key, { state: 'done', rows_done: row.expected_users })
    await clearColumns(db, key)
  })
  // The next queries will be about the new contacts.
  await ensureAudienceStatistics(deps.database, key.applicationId)
}

/** Throws notFound for an import of another application. */
export async function readProgress(deps: Deps, key: ImportKey): Promise<ImportProgress> {
  const db = deps.database.kysely
  const row = orNotFound(await selectImport(db, key))
  const isWaiting = row.state === 'verified'
  const requests = isWaiting ? await openRequestsOn(db, key.applicationId, 'import', [row.import_id]) : null
  const approvalId = requests?.get(row.import_id)
  return {
    state: row.state as ImportProgress['state'],
    rows_done: row.rows_done,
    rows_total: row.expected_users,
    segment_uuid: row.segment_id,
    ...(row.message === null ? {} : inWords(readWords(row.message))),
    ...(approvalId !== undefined && { approval_uuid: approvalId }),
  }
}
