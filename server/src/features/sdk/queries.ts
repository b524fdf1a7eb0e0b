import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

type Db = Kysely<Tables>

/** Two tabs that tell of one subscription take turns; until the transaction ends. */
export async function lockEndpoint(db: Db, endpoint: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`endpoint ${endpoint}`}, 0))`.execute(db)
}

/** Whether the recipient has clicked; a delivery that is not there has not. */
export async function hasClicked(
  db: Db,
  { applicationId, runId, seq }: { applicationId: string; runId: string; seq: number },
) {
  const row = await db
    .selectFrom('delivery')
    .where('application_id', '=', applicationId)
    .where('run_id', '=', runId)
    .where('seq', '=', seq)
    .where('clicked_at', '>', sql<Date>`'-infinity'`)
    .select('seq')
    .executeTakeFirst()
  return row !== undefined
}
