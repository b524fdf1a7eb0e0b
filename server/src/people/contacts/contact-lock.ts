import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/**
 * Writers of contacts take turns within an application: two files with the same people in another order would
 * wait for each other's rows. Held until the transaction ends.
 */
export async function lockContacts(db: Db, applicationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts ${applicationId}`}, 0))`.execute(db)
}
