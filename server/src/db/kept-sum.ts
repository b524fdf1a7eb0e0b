/** Sums of bytes that writers keep in parts, one row for each write, so that no writer waits for another (migrations 0047 and 0062). */
import { sql } from 'kysely'
import type { Db } from './schema/tables.ts'

type SumTable = 'stored_bytes' | 'report_bytes'

/** More parts than this are added up by the next reader. */
const PARTS_MAX = 500

/** The sum of each of these applications; one that has nothing is absent. */
export async function keptSums(
  db: Db,
  table: SumTable,
  applicationIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; parts: number; bytes: number }>`
    select application_id as id, count(*)::int as parts, sum(bytes)::float8 as bytes from ${sql.table(table)}
    where application_id = any(${applicationIds}::uuid[]) group by application_id`.execute(db)
  for (const { id, parts } of rows) if (parts > PARTS_MAX) await foldParts(db, table, id)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** Adds up those parts that no other transaction is adding up. */
async function foldParts(db: Db, table: SumTable, applicationId: string): Promise<void> {
  await sql`
    with parts as (
      select ctid from ${sql.table(table)} where application_id = ${applicationId} for update skip locked
    ), folded as (
      delete from ${sql.table(table)} where ctid = any(array(select ctid from parts)) returning bytes
    )
    insert into ${sql.table(table)} (application_id, bytes) select ${applicationId}::uuid, sum(bytes) from folded
    having count(*) > 0`.execute(db)
}
