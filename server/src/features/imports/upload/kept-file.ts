/** What an import keeps for a day: its upload, its error file and its staged rows; how long, and how they go. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import {
  deleteFiles,
  deleteUnusedImport,
  type FileKey,
  forgetColumns,
  type ImportKey,
  keepFile,
  readStoredFile,
  selectImport,
  selectKeptImports,
  selectUploadedFile,
  updateImport,
} from '../queries.ts'
import { deleteStaged } from '../stage/staged-queries.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type ActContext, openRequestsOn, withdrawRequestsOn } from '../../approvals/approvals.ts'
import { EXPIRE_IMPORT } from '../stage/verify.ts'
import { namesPersonInWorker } from '../read/parse-in-worker.ts'
import { enqueue } from '../../../jobs/jobs.ts'

/** Verified files live for a day; one that waits for a decision lives as long as that may take. */
export async function keepImport(db: Db, key: ImportKey, until: Date): Promise<void> {
  const row = await selectImport(db, key)
  if (row === undefined || row.expires_at >= until) return
  const { applicationId } = key
  await updateImport(db, key, { expires_at: until })
  await keepFile(db, { applicationId, fileId: row.file_id }, until)
  if (row.error_file_id !== null) await keepFile(db, { applicationId, fileId: row.error_file_id }, until)
}

/** The file as it was sent; null when it is gone. */
export async function uploadedFile(deps: Deps, { applicationId, importId }: ImportKey) {
  const db = deps.database.kysely
  const row = await selectImport(db, { applicationId, importId })
  if (row === undefined) return null
  const key = { applicationId, fileId: row.file_id }
  const file = await selectUploadedFile(db, key)
  if (file === undefined) return null
  return { name: file.name, mediaType: file.media_type, content: readStoredFile(db, key) }
}

/** Puts a stored file into a temporary one for as long as `use` takes. */
export async function withStoredFile<T>(db: Db, key: FileKey, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'notifly-import-'))
  try {
    const path = join(folder, 'upload')
    await pipeline(readStoredFile(db, key), createWriteStream(path))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How long an import that is still needed at its end of time is left alone. */
const POSTPONED_MS = 3_600_000

/** Removes an upload, its error file and its staged rows; while rows are inserted, or approval is awaited, it waits. */
export async function expireImport(deps: Deps, key: ImportKey): Promise<void> {
  const db = deps.database.kysely
  const row = await selectImport(db, key)
  if (row === undefined) return
  const requests = await openRequestsOn(db, key.applicationId, 'import', [key.importId])
  if (row.state === 'inserting' || requests.size > 0) {
    const runAt = new Date(deps.clock.now().getTime() + POSTPONED_MS)
    return enqueue(db, EXPIRE_IMPORT, { ...key }, { runAt })
  }
  await removeKept(db, key, row)
}

interface KeptFiles {
  file_id: string
  error_file_id: string | null
}

/**
 * Removes every kept import whose files name the person by one of the values, with the request that waits for it. Throws conflict
 * while such a file is being inserted.
 */
export async function forgetInFiles(context: ActContext, values: readonly string[]): Promise<void> {
  const { db, actor } = context
  const { applicationId } = actor
  for (const kept of await selectKeptImports(db, applicationId)) {
    if (!(await isNamedIn(context, kept, values))) continue
    if (kept.state === 'inserting') throw new AppError('conflict', sentence('quotas.erasing'))
    const key = { applicationId, importId: kept.import_id }
    await withdrawRequestsOn(context, 'import', [kept.import_id])
    await removeKept(db, key, kept)
  }
}

async function isNamedIn({ db, actor }: ActContext, kept: KeptFiles, values: readonly string[]): Promise<boolean> {
  for (const fileId of fileIdsOf(kept)) {
    const key = { applicationId: actor.applicationId, fileId }
    const search = (path: string) => namesPersonInWorker(key, { source: { path }, values })
    if (await withStoredFile(db, key, search)) return true
  }
  return false
}

/** Removes staged rows and files; of an import that was inserted its record stays. */
async function removeKept(db: Db, key: ImportKey, files: KeptFiles): Promise<void> {
  await deleteStaged(db, key.importId)
  await deleteFiles(db, key.applicationId, fileIdsOf(files))
  await forgetColumns(db, key)
  await deleteUnusedImport(db, key)
}

function fileIdsOf({ file_id: fileId, error_file_id: errorFileId }: KeptFiles): string[] {
  return errorFileId === null ? [fileId] : [fileId, errorFileId]
}
