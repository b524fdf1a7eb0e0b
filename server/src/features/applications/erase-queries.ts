import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/**
 * Tables that hold data of applications: `application_id` is a column of theirs that must be there. Asked of the database
 * itself, so that no table is forgotten. Those that others refer to come last.
 */
export async function selectDataTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'application_id' and a.attnotnull and not a.attisdropped and c.relname <> 'application'
    order by (select count(*) from pg_constraint k where k.confrelid = c.oid and k.confdeltype = 'a'), c.relname`.execute(
    db,
  )
  return rows.map(row => row.name)
}

export async function deleteDataOf(db: Db, table: string, applicationId: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where application_id = ${applicationId}`.execute(db)
}

/** What leads into the application from outside, and the application itself. */
export async function deleteEntrances(db: Db, applicationId: string): Promise<void> {
  await db.transaction().execute(async tx => {
    await tx.deleteFrom('report').where('application_id', '=', applicationId).execute()
    // Deleting those has written a part of their sum.
    await deleteDataOf(tx, 'report_bytes', applicationId)
    await tx.deleteFrom('bearer').where('application_id', '=', applicationId).execute()
    await tx.updateTable('session').set({ application_id: null }).where('application_id', '=', applicationId).execute()
    await tx.deleteFrom('application').where('application_id', '=', applicationId).execute()
  })
}
