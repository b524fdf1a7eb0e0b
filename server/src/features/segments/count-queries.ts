/** SQL that counts the members of dynamic segments, and selects some. */
import { type RawBuilder, sql } from 'kysely'
import { expectedRows, type ExplainRow } from '../../db/distribution/expected-rows.ts'
import type { Db } from '../../db/schema/tables.ts'

/** For all conditions of a statement together. PostgreSQL gives work_mem to each of them, however many they are. */
const COUNTING_MEMORY_MB = 256

/**
 * For the rest of the transaction: memory for joins of a million contacts, which would otherwise use temporary files. Recipients come from
 * two tables, for which PostgreSQL always estimates two hundred people; with its hash join it would then look each of them up separately
 * (measured with 136,000: 430 ms against 80).
 */
export async function prepareCounting(tx: Db, conditions: number): Promise<void> {
  const memoryMb = Math.max(1, Math.min(64, Math.floor(COUNTING_MEMORY_MB / Math.max(1, conditions))))
  await sql.raw(`set local work_mem = '${memoryMb}MB'; set local jit = off; set local enable_hashagg = off`).execute(tx)
}

/** What follows can be undone without ending the transaction. */
export async function mark(tx: Db): Promise<void> {
  await sql.raw('savepoint counting').execute(tx)
}

export async function undoToMark(tx: Db): Promise<void> {
  await sql.raw('rollback to savepoint counting').execute(tx)
}

export async function countChosen(tx: Db, chosen: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${chosen}) as chosen`.execute(tx)
  return rows[0]?.n ?? 0
}

/** About `most` contacts spread over the table; the same ones as long as nothing changes. */
export async function sampleContacts(
  tx: Db,
  applicationId: string,
  { most, total }: { most: number; total: number },
): Promise<string[]> {
  const percent = Math.min(100, (100 * most) / Math.max(1, total))
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from contact_slot tablesample system (${percent}::real) repeatable (1)
    where application_id = ${applicationId} limit ${2 * most}`.execute(tx)
  return rows.map(row => row.contact_id)
}

/** PostgreSQL's estimate of the number of rows. */
export async function expectChosen(tx: Db, chosen: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<ExplainRow>`explain (format json) ${chosen}`.execute(tx)
  return Math.round(expectedRows(rows))
}

/** Members that a count shows. */
export const SAMPLE = 10

export async function selectFirst(tx: Db, applicationId: string, n: number): Promise<string[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from contact_slot where application_id = ${applicationId} order by contact_id limit ${n}`.execute(
    tx,
  )
  return rows.map(row => row.contact_id)
}

/**
 * The first by id. A few members are all read as they were counted; for many, a scan by id finds ten quickly, and sorting all would
 * take longer than counting.
 */
export async function selectSample(tx: Db, applicationId: string, chosen: RawBuilder<unknown>, isRare: boolean) {
  const found = isRare ? sql`select contact_id from (${chosen} offset 0) as chosen` : chosen
  const { rows } = await sql<{
    contact_id: string
    email: string | null
    external_user_id: string | null
    phone_number: string | null
    first_name: string | null
    last_name: string | null
  }>`
    with sampled as materialized (select contact_id from (${found}) as found order by contact_id limit ${SAMPLE})
    select c.contact_id, c.email, c.external_user_id, c.phone_number,
      c.merge_fields ->> 'first_name' as first_name, c.merge_fields ->> 'last_name' as last_name
    from sampled join contact c on c.application_id = ${applicationId} and c.contact_id = sampled.contact_id
    order by c.contact_id`.execute(tx)
  return rows
}

export interface StoredCount {
  count: number
  estimated: boolean
}

/** Not a change of the segment: its `updated_at` stays. */
export async function storeCount(
  db: Db,
  key: { applicationId: string; segmentId: string },
  { count, estimated }: StoredCount,
  now: Date,
): Promise<void> {
  await db
    .updateTable('segment')
    .set({ contact_count: count, is_estimated: estimated, counted_at: now })
    .where(eb => eb.and({ application_id: key.applicationId, segment_id: key.segmentId, kind: 'dynamic' }))
    .execute()
}

/** Dynamic segments whose count is older. */
export async function selectStale(db: Db, applicationId: string, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('segment')
    .where(eb => eb.and({ application_id: applicationId, kind: 'dynamic' }))
    .where(eb => eb.or([eb('counted_at', 'is', null), eb('counted_at', '<', before)]))
    .select('segment_id')
    .orderBy('segment_id')
    .limit(500)
    .execute()
  return rows.map(row => row.segment_id)
}
