/** How many contacts an application has; and a lock for those who write many of them. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** A reader that finds more parts than this adds them up. */
const PARTS_MAX = 500

/** How many days before the newest contact the counts per hour are kept apart. */
const HOURS_KEPT_DAYS = 8

/**
 * Returns the number of contacts without reading them: writers count (migrations 0023 and 0034). Exact, also beside writers: it includes
 * everything committed.
 */
export async function contactTotal(db: Db, applicationId: string): Promise<number> {
  const [counts] = await contactCounts(db, [applicationId], new Date())
  return counts?.contacts ?? 0
}

export interface ContactCounts {
  application_id: string
  contacts: number
  with_email: number
  with_phone: number
  /** Of these, contacts added in the hour of the given time or later. */
  added: number
}

/** Exact too; an application without contacts has no row. `addedSince` may be at most a week ago. */
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

/** Adds up the parts, unless another transaction is doing so. */
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
 * Serializes writers of contacts within an application: two files with the same people in different order would deadlock. Held until the
 * transaction ends.
 */
export async function lockContacts(db: Db, applicationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts ${applicationId}`}, 0))`.execute(db)
}
