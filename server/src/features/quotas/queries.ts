/**
 * SQL of how much of their quotas applications use. Contacts and bytes are sums that writers maintain; the rest are a few thousand rows.
 */
import { sql, type RawBuilder } from 'kysely'
import { contactTotal } from '../../people/contacts/contact-total.ts'
import { keptSums } from '../../db/kept-sum.ts'
import type { Db } from '../../db/schema/tables.ts'

const COUNTED = {
  campaigns: sql`campaign`,
  event_names: sql`event_name`,
  event_properties: sql`event_property`,
  fields: sql`merge_field`,
  keys: sql`api_key`,
  requests: sql`(select application_id from approval where status = 0) as open_request`,
  segments: sql`segment`,
  templates: sql`template`,
} as const

export type Counted = 'bytes' | 'contacts' | 'events' | keyof typeof COUNTED

export async function selectUsed(db: Db, applicationId: string, what: Counted): Promise<number> {
  if (what === 'contacts') return contactTotal(db, applicationId)
  if (what === 'bytes') {
    const sums = await keptSums(db, 'stored_bytes', [applicationId])
    return sums.get(applicationId) ?? 0
  }
  if (what === 'events') return selectEventBytes(db, applicationId)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${COUNTED[what]} where application_id = ${applicationId}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Bytes of stored events: sums by name, and events since the last sums. */
async function selectEventBytes(db: Db, applicationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from (
      select bytes from event_name where application_id = ${applicationId}
      union all select bytes from event_delta where application_id = ${applicationId}) as parts`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** How many of these merge fields the application does not have yet. */
export async function countNewFields(db: Db, applicationId: string, names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select unnest(${names}::text[]) except select name from merge_field where application_id = ${applicationId}) as fresh`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export interface UseRow {
  applicationId: string
  application: string
  used: number
}

/** Applications that use at least that much, largest first. */
export async function selectLargest(
  db: Db,
  uses: RawBuilder<unknown>,
  least: number,
  limit: number,
): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select a.application_id as "applicationId", a.name as application, u.used from (${uses}) u
    join application a on a.application_id = u.application_id and a.deleted_at is null
    where u.used >= ${least} order by u.used desc, a.application_id limit ${limit}`.execute(db)
  return rows
}

/** What each application has of something. */
export function usesOf(what: Counted): RawBuilder<unknown> {
  if (what === 'contacts') return sql`select application_id, sum(n)::float8 as used from contact_count group by 1`
  if (what === 'bytes') return sql`select application_id, sum(bytes)::float8 as used from stored_bytes group by 1`
  if (what === 'events') return sql`select application_id, sum(bytes)::float8 as used from event_name group by 1`
  return sql`select application_id, count(*)::float8 as used from ${COUNTED[what]} group by 1`
}

/** Messages that each application started in the present or the previous minute, whichever has more. */
export function usesOfMinute(now: Date): RawBuilder<unknown> {
  return sql`
    select application_id, max(n) as used from (
      select application_id, sum(minute_n)::float8 as n from lane
      where minute_at >= date_trunc('minute', ${now}::timestamptz) - interval '1 minute' group by application_id, minute_at
    ) minutes group by 1`
}
