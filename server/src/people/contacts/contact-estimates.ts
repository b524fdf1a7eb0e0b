/**
 * What the planner believes of an application's contacts. An application that has just been filled is empty in its eyes: any
 * index that begins with the application then seems as good as the right one, and looking up the rows of a file reads all
 * contacts once for each of them (measured: not done after minutes where it takes seconds).
 */
import { sql } from 'kysely'
import { contactTotal } from './contact-total.ts'
import type { Database } from '../../db/database.ts'

/** As few are read quickly by any index. */
const FEW = 1000
/** The right index costs less as soon as more contacts than this are expected. */
const EXPECTED_MIN = 100

/** Has PostgreSQL look at contacts anew where it knows nothing of this application's. */
export async function knowContacts({ kysely: db, pool }: Database, applicationId: string): Promise<void> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select contact_id from contact where application_id = ${applicationId}`.execute(db)
  const expected = rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  if (expected >= EXPECTED_MIN || (await contactTotal(db, applicationId)) <= FEW) return
  // By itself: in a transaction it would keep others from the same until the end.
  await pool.query('analyze contact (application_id, contact_id, email_key, external_user_id, phone_number)')
}
