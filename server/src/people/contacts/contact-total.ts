/** The contacts of an application as a whole: how many they are, what the planner believes of them, and turns for those who write them. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { Database } from '../../db/database.ts'

/** A reader that meets more parts than this adds them up. */
const PARTS_MAX = 500

/** Days before the newest contact for which the hours in which contacts came stay apart. */
const HOURS_KEPT_DAYS = 8

/** Without looking at them: the writers count (migrations 0023 and 0034). Exact, also beside writers: what is committed counts. */
export async function contactTotal(db: Db, applicationId: string): Promise<number> {
  const [counts] = await contactCounts(db, [applicationId], new Date())
  return counts?.contacts ?? 0
}

export interface ContactCounts {
  application_id: string
  contacts: number
  with_email: number
  with_phone: number
  /** Of those, who came in the hour of the asked time or later. */
  added: number
}

/** Exact as well; an application without contacts has no row. `addedSince` may lie a week back at most. */
export async function contactCounts(
  db: Db,
  applicationIds: readonly string[],
  addedSince: Date,
): Promise<ContactCounts[]> {
  const { rows } = await sql<ContactCounts & { parts: number }>`
    select application_id, count(*)::int as parts, sum(n)::int as contacts, sum(with_email)::int as with_email,
      sum(with_phone)::int as with_phone,
      coalesce(sum(n) filter (where added_hour >= date_trunc('hour', ${addedSince}::timestamptz, 'UTC')), 0)::int as added
    from contact_count where application_id = any(${applicationIds}::uuid[]) group by application_id`.execute(db)
  for (const { application_id, parts } of rows) if (parts > PARTS_MAX) await foldContactCounts(db, application_id)
  return rows.map(({ parts: _, ...counts }) => counts)
}

/** Adds up those parts that no other transaction is adding up. */
export async function foldContactCounts(db: Db, applicationId: string): Promise<void> {
  await sql`
    with parts as (
      select ctid from contact_count where application_id = ${applicationId} for update skip locked
    ), folded as (
      delete from contact_count where ctid = any(array(select ctid from parts)) returning added_hour, n, with_email, with_phone
    ), dated as (
      select case when added_hour > (select max(added_hour) from folded) - make_interval(days => ${HOURS_KEPT_DAYS})
        then added_hour end as added_hour, n, with_email, with_phone
      from folded
    )
    insert into contact_count (application_id, added_hour, n, with_email, with_phone)
    select ${applicationId}::uuid, added_hour, sum(n), sum(with_email), sum(with_phone) from dated group by added_hour`.execute(
    db,
  )
}

// What the planner believes of an application's contacts. An application that has just been filled is empty in its eyes: any
// index that begins with the application then seems as good as the right one, and looking up the rows of a file reads all
// contacts once for each of them (measured: not done after minutes where it takes seconds).

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

/**
 * Writers of contacts take turns within an application: two files with the same people in another order would
 * wait for each other's rows. Held until the transaction ends.
 */
export async function lockContacts(db: Db, applicationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts ${applicationId}`}, 0))`.execute(db)
}
