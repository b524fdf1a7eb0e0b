/**
 * Keeps PostgreSQL's planner informed about an application's people. It takes an application that was just filled for empty: any index that
 * starts with the application then seems as good as the right one, and a lookup for each row of a file or a segment reads all rows each
 * time (measured: minutes instead of seconds). Autovacuum comes a minute or more later, which is too late.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { expectedRows, type ExplainRow } from '../../db/distribution/expected-rows.ts'
import type { Db } from '../../db/schema/tables.ts'
import { contactTotal } from './contact-total.ts'

/** Any index reads so few quickly. */
const FEW = 1000
/** The planner may be wrong by this factor before the wrong index costs more. */
const WRONG_FACTOR = 20
/** Limit of applications whose row counts a process remembers. */
const REMEMBERED_MAX = 10_000

interface Known {
  rows(db: Db, applicationId: string): Promise<number>
  select(applicationId: string): RawBuilder<unknown>
  analyze: string
}

const KNOWN: Readonly<Record<'contact' | 'contact_slot' | 'segment_member', Known>> = {
  contact: {
    rows: contactTotal,
    select: applicationId => sql`select contact_id from contact where application_id = ${applicationId}`,
    analyze: 'analyze contact (application_id, contact_id, email_key, external_user_id, phone_number)',
  },
  contact_slot: {
    rows: contactTotal,
    select: applicationId => sql`select contact_id from contact_slot where application_id = ${applicationId}`,
    analyze: 'analyze contact_slot (application_id, contact_id)',
  },
  segment_member: {
    rows: selectMembers,
    select: applicationId => sql`select contact_id from segment_member where application_id = ${applicationId}`,
    analyze: 'analyze segment_member',
  },
}

/** Row counts of the last ANALYZE, by table and application. */
const looks = new WeakMap<Database['pool'], Map<string, number>>()

/** Analyzes contacts if PostgreSQL knows nothing about this application's. Must not run in a transaction. */
export function ensureContactStatistics(database: Database, applicationId: string): Promise<void> {
  return ensureStatistics(database, 'contact', applicationId)
}

/** Like ensureContactStatistics, and the same for what rules read of them and for segment members. */
export async function ensureAudienceStatistics(database: Database, applicationId: string): Promise<void> {
  await ensureStatistics(database, 'contact', applicationId)
  await ensureStatistics(database, 'contact_slot', applicationId)
  await ensureStatistics(database, 'segment_member', applicationId)
}

async function ensureStatistics(
  { kysely: db, pool }: Database,
  table: keyof typeof KNOWN,
  applicationId: string,
): Promise<void> {
  const { rows, select, analyze } = KNOWN[table]
  const actual = await rows(db, applicationId)
  if (actual <= FEW || (await askExpected(db, select(applicationId))) * WRONG_FACTOR >= actual) return
  // A small application among large ones may stay unknown however often the table is analyzed.
  const seen = looks.get(pool) ?? new Map<string, number>()
  looks.set(pool, seen)
  const key = `${table} ${applicationId}`
  if (actual < 2 * (seen.get(key) ?? 0)) return
  if (seen.size >= REMEMBERED_MAX) seen.clear()
  seen.set(key, actual)
  // On its own: in a transaction it would block others from analyzing until the end.
  await pool.query(analyze)
}

async function askExpected(db: Db, select: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<ExplainRow>`explain (format json) ${select}`.execute(db)
  return expectedRows(rows)
}

/** From the counts that static segments keep. */
async function selectMembers(db: Db, applicationId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(contact_count), 0)::int as n from segment
    where application_id = ${applicationId} and kind = 'static'`.execute(db)
  return rows[0]?.n ?? 0
}
