/** What an import keeps for a day: its upload, its error file and its staged rows; for how long, and how they are deleted. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import {
  deleteFiles,
  deleteUnusedImport,
  type FileKey,
  clearColumns,
  type ImportKey,
  extendFileLife,
  readStoredFile,
  selectImport,
  selectUploadedFile,
  updateImport,
} from '../queries.ts'
import { deleteStaged } from '../stage/staged-queries.ts'
import { openRequestsOn } from '../../approvals/approvals.ts'
import { EXPIRE_IMPORT } from '../stage/verify.ts'
import { enqueue } from '../../../jobs/jobs.ts'

/** Keeps a verified file until `until`, as long as a request may wait for its decision. Otherwise files are kept for a day. */
export async function extendImportLife(db: Db, key: ImportKey, until: Date): Promise<void> {
  const row = await selectImport(db, key)
  if (row === undefined || row.expires_at >= until) return
  const { applicationId } = key
  await updateImport(db, key, { expires_at: until })
  await extendFileLife(db, { applicationId, fileId: row.file_id }, until)
  if (row.error_file_id !== null) await extendFileLife(db, { applicationId, fileId: row.error_file_id }, until)
}

/** Returns the file as it was uploaded; null if it has been deleted. */
export async function uploadedFile(deps: Deps, { applicationId, importId }: ImportKey) {
  const db = deps.database.kysely
  const row = await selectImport(db, { applicationId, importId })
  if (row === undefined) return null
  const key = { applicationId, fileId: row.file_id }
  const file = await selectUploadedFile(db, key)
  if (file === undefined) return null
  return { name: file.name, mediaType: file.media_type, content: readStoredFile(db, key) }
}

/** Copies a stored file to a temporary one for as long as `use` takes. */
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

/** Delay after which an import that is still needed at its expiry is checked again. */
const POSTPONED_MS = 3_600_000

/** Deletes an upload, its error file and its staged rows; later, if rows are being inserted or a request waits for approval. */
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

export interface KeptFiles {
  file_id: string
  error_file_id: string | null
}

/** Deletes staged rows and files. The record of an import that was inserted stays. */
export async function removeKept(db: Db, key: ImportKey, files: KeptFiles): Promise<void> {
  await deleteStaged(db, key.importId)
  await deleteFiles(db, key.applicationId, fileIdsOf(files))
  await clearColumns(db, key)
  await deleteUnusedImport(db, key)
}

export function fileIdsOf({ file_id: fileId, error_file_id: errorFileId }: KeptFiles): string[] {
  return errorFileId === null ? [fileId] : [fileId, errorFileId]
}
