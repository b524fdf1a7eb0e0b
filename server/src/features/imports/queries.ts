/** SQL of imports, of their uploaded files and error files. Whole files pass through memory only in pieces. */
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../db/schema/tables.ts'
import { readFilePieces } from '../../lib/bulk/file-pieces.ts'

export interface ImportKey {
  applicationId: string
  importId: string
}

export type ImportKind = 'audience' | 'phonebook' | 'update'

export interface NewImport extends ImportKey {
  kind: ImportKind
  /** ParseOptions. */
  options: unknown
  fileId: string
  fileName: string
  sizeBytes: number
  columns: unknown
  rowsTotal: number
  expectedUsers: number
  duplicates: number
  rejected: number
  newUsers: number
  updatedUsers: number
  errorFileId: string | null
  problems: unknown
  accountId: string
  now: Date
  expiresAt: Date
}

/** Stores a verified file. */
export async function insertImportRow(db: Db, row: NewImport): Promise<void> {
  await db
    .insertInto('import')
    .values({
      application_id: row.applicationId,
      import_id: row.importId,
      kind: row.kind,
      options: JSON.stringify(row.options),
      state: 'verified',
      file_id: row.fileId,
      file_name: row.fileName,
      size_bytes: row.sizeBytes,
      columns: JSON.stringify(row.columns),
      rows_total: row.rowsTotal,
      expected_users: row.expectedUsers,
      duplicates: row.duplicates,
      rejected: row.rejected,
      new_users: row.newUsers,
      updated_users: row.updatedUsers,
      error_file_id: row.errorFileId,
      problems: JSON.stringify(row.problems),
      created_by: row.accountId,
      created_at: row.now,
      expires_at: row.expiresAt,
    })
    .execute()
}

function ofImport(db: Db, { applicationId, importId }: ImportKey) {
  return db.selectFrom('import').where('application_id', '=', applicationId).where('import_id', '=', importId)
}

export function selectImport(db: Db, key: ImportKey) {
  return ofImport(db, key).selectAll().executeTakeFirst()
}

/** Locks the import until the transaction ends, so that only one process at a time advances it. */
export function lockImport(db: Db, key: ImportKey) {
  return ofImport(db, key).selectAll().forUpdate().executeTakeFirst()
}

interface ImportChange {
  state?: string
  rows_done?: number
  expected_users?: number
  segment_id?: string
  segment_name?: string
  message?: string | null
  expires_at?: Date
}

export async function updateImport(db: Db, key: ImportKey, change: ImportChange): Promise<void> {
  await db
    .updateTable('import')
    .set(change)
    .where(eb => eb.and({ application_id: key.applicationId, import_id: key.importId }))
    .execute()
}

/** Deletes an import that was never inserted; one that was stays, as the record of where a segment came from. */
export async function deleteUnusedImport(db: Db, key: ImportKey): Promise<void> {
  await db
    .deleteFrom('import')
    .where(eb => eb.and({ application_id: key.applicationId, import_id: key.importId, state: 'verified' }))
    .execute()
}

/** Deletes what is stored of the file's columns, once nothing more happens to the file. */
export async function clearColumns(db: Db, key: ImportKey): Promise<void> {
  await db
    .updateTable('import')
    .set({ columns: '[]' })
    .where(eb => eb.and({ application_id: key.applicationId, import_id: key.importId }))
    .execute()
}

// Uploaded files and error files in the database.

export interface NewFile {
  applicationId: string
  fileId: string
  name: string
  mediaType: string
  createdAt: Date
  expiresAt: Date
}

/** Stores the file at `path`; `sizeBytes` must be its size. */
export async function storeFile(client: pg.PoolClient, file: NewFile, path: string, sizeBytes: number): Promise<void> {
  const columns = 'application_id, file_id, name, media_type, created_at, expires_at, content'
  const copy = client.query(copyFrom(`COPY stored_file (${columns}) FROM STDIN (FORMAT binary)`))
  await pipeline(binaryRow(file, path, sizeBytes), copy)
}

/** More than any stream's high-water mark: the next piece is read once this one has been sent. */
const SENT_BYTES = 256 * 1024

/** PostgreSQL documentation, "COPY", Binary Format: a field may arrive in any number of pieces. */
async function* binaryRow(file: NewFile, path: string, sizeBytes: number): AsyncGenerator<Buffer> {
  const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), int32(0), int32(0), int16(7)])
  const fields = [
    uuidBytes(file.applicationId),
    uuidBytes(file.fileId),
    Buffer.from(file.name),
    Buffer.from(file.mediaType),
    timestampBytes(file.createdAt),
    timestampBytes(file.expiresAt),
  ]
  yield Buffer.concat([header, ...fields.flatMap(field => [int32(field.length), field]), int32(sizeBytes)])
  yield* readFilePieces(path, SENT_BYTES)
  yield int16(-1)
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

/** Microseconds since 2000. */
function timestampBytes(time: Date): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(time.getTime() - Date.UTC(2000, 0, 1)) * 1000n)
  return bytes
}

export interface FileKey {
  applicationId: string
  fileId: string
}

function ofFile(db: Db, { applicationId, fileId }: FileKey) {
  return db.selectFrom('stored_file').where('application_id', '=', applicationId).where('file_id', '=', fileId)
}

/** Name and media type of an error file that has not expired. */
export function selectErrorFile(db: Db, key: FileKey, now: Date) {
  return ofFile(db, key)
    .where('expires_at', '>', now)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('import')
          .where(eb => eb.and({ 'import.application_id': key.applicationId, 'import.error_file_id': key.fileId }))
          .select('import_id'),
      ),
    )
    .select(['name', 'media_type'])
    .executeTakeFirst()
}

/** Name and media type of a file, while it exists. */
export function selectUploadedFile(db: Db, key: FileKey) {
  return ofFile(db, key).select(['name', 'media_type']).executeTakeFirst()
}

/** Imports whose file still exists. */
export function selectKeptImports(db: Db, applicationId: string) {
  return db
    .selectFrom('import')
    .innerJoin('stored_file', join =>
      join
        .onRef('stored_file.application_id', '=', 'import.application_id')
        .onRef('stored_file.file_id', '=', 'import.file_id'),
    )
    .where('import.application_id', '=', applicationId)
    .select(['import.import_id', 'import.state', 'import.file_id', 'import.error_file_id'])
    .orderBy('import.import_id')
    .execute()
}

export async function extendFileLife(db: Db, { applicationId, fileId }: FileKey, until: Date): Promise<void> {
  await db
    .updateTable('stored_file')
    .set({ expires_at: until })
    .where(eb => eb.and({ application_id: applicationId, file_id: fileId }))
    .execute()
}

const PIECE_BYTES = 1_048_576

/** Yields the content of a stored file piece by piece. */
export async function* readStoredFile(db: Db, key: FileKey): AsyncGenerator<Buffer> {
  for (let at = 1; ; at += PIECE_BYTES) {
    const row = await ofFile(db, key)
      .select(eb =>
        eb
          .fn<Buffer>('substring', ['content', eb.cast(eb.val(at), 'integer'), eb.cast(eb.val(PIECE_BYTES), 'integer')])
          .as('piece'),
      )
      .executeTakeFirst()
    if (row === undefined || row.piece.length === 0) return
    yield row.piece
  }
}

export async function deleteFiles(db: Db, applicationId: string, fileIds: string[]): Promise<void> {
  await db
    .deleteFrom('stored_file')
    .where('application_id', '=', applicationId)
    .where('file_id', 'in', fileIds)
    .execute()
}
