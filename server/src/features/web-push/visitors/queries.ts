import { sql } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'

/** Two tabs that tell of one subscription take turns; until the transaction ends. */
export async function lockEndpoint(db: Db, endpoint: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`endpoint ${endpoint}`}, 0))`.execute(db)
}

/** Whether the recipient has clicked, be it that the click waits for its turn; a delivery that is not there has not. */
export async function hasClicked(
  db: Db,
  { applicationId, runId, seq }: { applicationId: string; runId: string; seq: number },
): Promise<boolean> {
  const { rows } = await sql<{ clicked: boolean }>`
    select exists (select from delivery where application_id = ${applicationId} and run_id = ${runId} and seq = ${seq}
        and clicked_at > '-infinity')
      or exists (select from waiting_hit where run_id = ${runId} and seq = ${seq} and application_id = ${applicationId}
        and link_no is not null and bot_reason is null) as clicked`.execute(db)
  return rows[0]?.clicked === true
}
