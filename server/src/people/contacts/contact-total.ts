/** The contacts of an application as a whole: how many they are, and turns for those who write them. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

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

/** Adds up the parts, unless another transaction is just doing so. */
export async function foldContactCounts(db: Db, applicationId: string): Promise<void> {
  await sql`
    with turn as materialized (
      select pg_try_advisory_xact_lock(hashtextextended(${`contact counts ${applicationId}`}, 0)) as is_ours
    ), folded as (
      delete from contact_count where application_id = ${applicationId} and (select is_ours from turn)
      returning added_hour, n, with_email, with_phone
    ), dated as (
      select case when added_hour > (select max(added_hour) from folded) - make_interval(days => ${HOURS_KEPT_DAYS})
        then added_hour end as added_hour, n, with_email, with_phone
      from folded
    ), added as (
      insert into contact_count (application_id, added_hour, n, with_email, with_phone)
      select ${applicationId}::uuid, added_hour, sum(n), sum(with_email), sum(with_phone) from dated group by added_hour
    )
    select 1`.execute(db)
}

/**
 * Writers of contacts take turns within an application: two files with the same people in another order would
 * wait for each other's rows. Held until the transaction ends.
 */
export async function lockContacts(db: Db, applicationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts ${applicationId}`}, 0))`.execute(db)
}
