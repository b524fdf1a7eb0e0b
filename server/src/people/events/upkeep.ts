/** Periodic maintenance of events. Each step may run at any time, and in several processes at once. */
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { ensureLeaves, eventTables } from '../../db/partitions.ts'
import { dropOldMonths } from '../../db/retention.ts'
import type { Db } from '../../db/schema/tables.ts'

const DAY_MS = 86_400_000

/** Creates partitions for events as old as `days`, and for coming months. */
export async function ensureEventMonths(database: Pick<Database, 'pool'>, now: Date, days: number): Promise<string[]> {
  const first = firstMonth(now, days)
  const monthsBack = (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth()
  return ensureLeaves(database, now, { tables: eventTables, monthsBack })
}

/**
 * Drops the months that ended more than `days` ago, their counts, and names without any event. Returns the names of the dropped partitions.
 */
export async function dropOldEvents({ pool, kysely }: Database, now: Date, days: number): Promise<string[]> {
  const before = new Date(now.getTime() - days * DAY_MS)
  const dropped = await dropOldMonths({ pool }, { before, tables: eventTables, mayGo: async () => true })
  const first = firstMonth(now, days)
  await kysely.transaction().execute(async tx => {
    await foldEventCounts(tx)
    await deleteOldDays(tx, first)
    await deleteOldNames(tx, first)
  })
  return dropped
}

/** Start of the oldest month that is kept. */
function firstMonth(now: Date, days: number): Date {
  const oldest = new Date(now.getTime() - days * DAY_MS)
  return new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth()))
}

async function deleteOldDays(db: Db, before: Date): Promise<void> {
  await sql`
    with gone as (
      delete from event_day where day < (${before}::timestamptz at time zone 'UTC')::date returning application_id, name, n, bytes
    ), summed as (
      select application_id, name, sum(n) as n, sum(bytes) as bytes from gone group by application_id, name
    )
    update event_name e set n = e.n - s.n, bytes = e.bytes - s.bytes from summed s
    where e.application_id = s.application_id and e.name = s.name`.execute(db)
}

/** A name makes room for another once its last event is deleted. */
async function deleteOldNames(db: Db, before: Date): Promise<void> {
  await sql`
    with gone as (
      delete from event_name where last_at < ${before} and n <= 0 returning application_id, name
    )
    delete from event_property p using gone where p.application_id = gone.application_id and p.event_name = gone.name`.execute(
    db,
  )
}

/** Parts per statement. */
const FOLDED_MAX = 20_000
/** An advisory lock key that no other program uses in this database. */
const FOLD_LOCK = 4_711_020_305

/** Adds what writers counted to the sums. Returns `more` if there is more to add; one process at a time does it. */
export async function foldEventCounts(db: Db): Promise<'more' | undefined> {
  const { rows } = await sql<{ parts: number }>`
    with turn as materialized (
      select pg_try_advisory_xact_lock(${FOLD_LOCK}) as is_ours
    ), part as (
      select ctid from event_delta where (select is_ours from turn) limit ${FOLDED_MAX} for update skip locked
    ), folded as (
      delete from event_delta where ctid = any(array(select ctid from part)) returning *
    ), days as (
      insert into event_day (application_id, name, day, n, bytes)
      select application_id, name, day, sum(n), sum(bytes) from folded group by application_id, name, day
      on conflict (application_id, name, day)
        do update set n = event_day.n + excluded.n, bytes = event_day.bytes + excluded.bytes
    ), summed as (
      select application_id, name, sum(n) as n, sum(bytes) as bytes, min(first_at) as first_at, max(last_at) as last_at
      from folded group by application_id, name
    ), names as (
      update event_name e set n = e.n + s.n, bytes = e.bytes + s.bytes, first_at = least(e.first_at, s.first_at),
        last_at = greatest(e.last_at, s.last_at)
      from summed s where e.application_id = s.application_id and e.name = s.name
    )
    select count(*)::int as parts from folded`.execute(db)
  return rows[0]?.parts === FOLDED_MAX ? 'more' : undefined
}

/** How long a sender's event id is remembered: the same event may be sent again in that time. */
export const RECEIPT_DAYS = 30
const RECEIPTS_AT_ONCE = 20_000

/** Deletes the oldest expired ids. Returns `more` if there are more. */
export async function dropOldReceipts(db: Db, now: Date): Promise<'more' | undefined> {
  const before = new Date(now.getTime() - RECEIPT_DAYS * DAY_MS)
  const { numAffectedRows } = await sql`
    delete from event_receipt where (application_id, id_hash) in (
      select application_id, id_hash from event_receipt where received_at < ${before}
      order by received_at limit ${RECEIPTS_AT_ONCE})`.execute(db)
  return Number(numAffectedRows) === RECEIPTS_AT_ONCE ? 'more' : undefined
}
