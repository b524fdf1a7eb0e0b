/** How many contacts an application has, without looking at them: the writers count (migration 0023). */
import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema/tables.ts'

type Db = Kysely<Tables>

/** More parts than this are added up by whoever meets them. */
const PARTS_MAX = 500

/** Exact, whoever writes meanwhile: what is committed counts. */
export async function contactTotal(db: Db, applicationId: string): Promise<number> {
  const { rows } = await sql<{ total: number; parts: number }>`
    select coalesce(sum(n), 0)::int as total, count(*)::int as parts
    from contact_count where application_id = ${applicationId}`.execute(db)
  const { total = 0, parts = 0 } = rows[0] ?? {}
  if (parts > PARTS_MAX) await foldContactCounts(db, applicationId)
  return total
}

/** Makes one part of those that nobody else is adding up. */
export async function foldContactCounts(db: Db, applicationId: string): Promise<void> {
  await sql`
    with parts as (
      select ctid from contact_count where application_id = ${applicationId} for update skip locked
    ), folded as (delete from contact_count where ctid = any(array(select ctid from parts)) returning n)
    insert into contact_count (application_id, n)
    select ${applicationId}::uuid, sum(n) from folded having count(*) > 0`.execute(db)
}
