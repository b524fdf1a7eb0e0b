/** SQL of imports and of their staged rows. */
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../db/schema/tables.ts'
import type { StagedRows } from '../../people/contacts/staged-contacts.ts'
import { STAGING_COLUMNS } from './read/parse-copy.ts'

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

/** A verified file. */
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

/** Locks the import until the transaction ends: its steps are taken by one process at a time. */
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

/** Forgets an import that was never inserted; one that was stays as the record of where a segment came from. */
export async function deleteUnusedImport(db: Db, key: ImportKey): Promise<void> {
  await db
    .deleteFrom('import')
    .where(eb => eb.and({ application_id: key.applicationId, import_id: key.importId, state: 'verified' }))
    .execute()
}

/** What the file's columns held, once nothing more comes of the file. */
export async function forgetColumns(db: Db, key: ImportKey): Promise<void> {
  await db
    .updateTable('import')
    .set({ columns: '[]' })
    .where(eb => eb.and({ application_id: key.applicationId, import_id: key.importId }))
    .execute()
}

export async function deleteStaged(db: Db, importId: string, lines?: number[]): Promise<void> {
  await db
    .deleteFrom('import_row')
    .where('import_id', '=', importId)
    .$if(lines !== undefined, query => query.where(sql<boolean>`row_no = any(${lines}::int[])`))
    .execute()
}

export async function countStaged(db: Db, importId: string): Promise<number> {
  const { n } = await db
    .selectFrom('import_row')
    .where('import_id', '=', importId)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The next parts of so many rows each: where they begin and end, how many rows they have and how many mean a contact. */
export async function selectNextParts(db: Db, importId: string, { parts, rows }: { parts: number; rows: number }) {
  const { rows: found } = await sql<{ firstRow: number; lastRow: number; rows: number; known: number }>`
    select min(row_no) as "firstRow", max(row_no) as "lastRow", count(*)::int as rows,
      (count(*) filter (where is_known))::int as known
    from (
      select row_no, is_known, (row_number() over (order by row_no) - 1) / ${rows}::int as part
      from import_row where import_id = ${importId} order by row_no limit ${parts * rows}
    ) as next
    group by part order by part`.execute(db)
  return found
}

/** Takes rows that are inserted out of the staging table. */
export async function deletePart(db: Db, { importId, firstRow, lastRow }: StagedRows): Promise<void> {
  await sql`delete from import_row r
    where r.import_id = ${importId} and r.row_no between ${firstRow} and ${lastRow}`.execute(db)
}

/** Writes lines for COPY (see parse-copy.ts) into the staging table as they come; what `lines` throws undoes all of it. */
export async function copyIntoStaging(client: pg.PoolClient, lines: AsyncIterable<Uint8Array>): Promise<void> {
  const copy = client.query(copyFrom(`COPY import_row (${STAGING_COLUMNS.join(', ')}) FROM STDIN`))
  await pipeline(lines, copy)
}

/** The planner knows nothing of rows that this transaction wrote; without it a big file is matched row by row. */
export async function analyzeStaging(client: pg.PoolClient): Promise<void> {
  await client.query('ANALYZE import_row')
}
