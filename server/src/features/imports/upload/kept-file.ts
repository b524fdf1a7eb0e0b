/** The uploaded file of an import, for as long as somebody may want to see it. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { type FileKey, keepFile, readStoredFile, selectUploadedFile } from './file-queries.ts'
import { type ImportKey, selectImport, updateImport } from '../queries.ts'

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
