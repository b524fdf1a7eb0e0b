/** SQL of an import's staged rows, part by part. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../db/schema/tables.ts'
import type { StagedRows } from '../../../people/contacts/staged-contacts.ts'

type Db = Kysely<Tables>

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
