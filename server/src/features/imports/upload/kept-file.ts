/** The uploaded file of an import, for as long as a person may want to see it. */
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
  type FileKey,
  keepFile,
  readStoredFile,
  selectKeptImports,
  selectUploadedFile,
} from './file-queries.ts'
import {
  deleteStaged,
  deleteUnusedImport,
  forgetColumns,
  type ImportKey,
  selectImport,
  updateImport,
} from '../queries.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type CommandContext, withdrawRequestsOn } from '../../approvals/approvals.ts'
import { namesPersonInWorker } from '../read/parse-in-worker.ts'

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

// Takes a person out of what imports keep for a day: uploads, error files and staged rows.

type KeptImport = Awaited<ReturnType<typeof selectKeptImports>>[number]

/**
 * Removes every kept import whose files name the person by one of the values, with the request that waits for it. Throws conflict
 * while such a file is being inserted.
 */
export async function forgetInFiles(context: CommandContext, values: readonly string[]): Promise<void> {
  const { db, actor } = context
  const { applicationId } = actor
  for (const kept of await selectKeptImports(db, applicationId)) {
    if (!(await isNamedIn(context, kept, values))) continue
    if (kept.state === 'inserting') throw new AppError('conflict', sentence('quotas.erasing'))
    const key = { applicationId, importId: kept.import_id }
    await withdrawRequestsOn(context, 'import', [kept.import_id])
    await deleteStaged(db, kept.import_id)
    await deleteFiles(db, applicationId, fileIdsOf(kept))
    await forgetColumns(db, key)
    await deleteUnusedImport(db, key)
  }
}

async function isNamedIn({ db, actor }: CommandContext, kept: KeptImport, values: readonly string[]): Promise<boolean> {
  for (const fileId of fileIdsOf(kept)) {
    const key = { applicationId: actor.applicationId, fileId }
    const search = (path: string) => namesPersonInWorker(key, { source: { path }, values })
    if (await withStoredFile(db, key, search)) return true
  }
  return false
}

function fileIdsOf({ file_id: fileId, error_file_id: errorFileId }: KeptImport): string[] {
  return errorFileId === null ? [fileId] : [fileId, errorFileId]
}
