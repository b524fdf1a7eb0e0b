/**
 * One part of the staged rows into contacts. Every statement takes the rows of one import from `firstRow` to `lastRow`;
 * those that mean a contact have its id by now (see match-queries.ts), all others have that of their contact-to-be.
 */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../db/schema/tables.ts'
import { OWN_COLUMNS } from '../../../lib/contact-fields.ts'

type Db = Kysely<Tables>

export interface Part {
  applicationId: string
  importId: string
  firstRow: number
  lastRow: number
}

/** The next parts of so many rows each: where they begin and end, how many rows they have and how many mean a contact. */
export async function selectNextParts(db: Db, importId: string, { parts, rows }: { parts: number; rows: number }) {
  const { rows: found } = await sql<{ firstRow: number; lastRow: number; rows: number; known: number }>`
    select min(row_no) as "firstRow", max(row_no) as "lastRow", count(*)::int as rows,
      (count(*) filter (where is_known))::int as known
    from (
      select row_no, is_known, (row_number() over (order by row_no) - 1) / ${rows}::int as part
      from import_row where import_id = ${importId} order by row_no limit ${parts * rows}
    ) as next
    group by part order by part`.execute(db)
  return found
}

/** What a file may change of a contact, beside its merge fields. An empty cell changes nothing. */
const COLUMNS = ['email_key', ...OWN_COLUMNS] as const

const id = sql`coalesce(r.contact_id, r.new_id)`
const names = sql.join(COLUMNS.map(column => sql.ref(column)))
const given = sql.join(
  COLUMNS.map(column => (column === 'is_test' ? sql`coalesce(r.is_test, false)` : sql.ref(`r.${column}`))),
)
const present = sql.join(COLUMNS.map(column => sql.ref(`c.${column}`)))
const merged = COLUMNS.map(column => sql`coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`c.${column}`)})`)
const changes = sql.join(COLUMNS.map((column, index) => sql`${sql.ref(column)} = ${merged[index]}`))

/**
 * Creates the contacts of a part, all of which are new. Throws a unique violation (23505) when a key came to belong to
 * somebody since the file was verified. In order of the id, as everybody writes contacts.
 */
export async function insertContacts(db: Db, part: Part, now: Date): Promise<void> {
  await newContacts(part, now).execute(db)
}

/**
 * Creates new contacts, like `insertContacts`, and changes known ones. Rows that say nothing new leave their contact
 * untouched.
 */
export async function upsertContacts(db: Db, part: Part, now: Date): Promise<void> {
  await sql`
    ${newContacts(part, now)}
    on conflict (application_id, contact_id) do update set ${changes},
      merge_fields = c.merge_fields || excluded.merge_fields, changed_at = excluded.changed_at
    where (${present}, c.merge_fields)
      is distinct from (${sql.join(merged)}, c.merge_fields || excluded.merge_fields)`.execute(db)
}

function newContacts(part: Part, now: Date) {
  return sql`
    insert into contact as c (application_id, contact_id, ${names}, merge_fields, added_at, changed_at)
    select ${part.applicationId}::uuid, ${id}, ${given}, r.merge_fields, ${now}::timestamptz, ${now}::timestamptz
    from import_row r
    where ${rowsOf(part)}
    order by 2`
}

function rowsOf({ importId, firstRow, lastRow }: Part) {
  return sql`r.import_id = ${importId} and r.row_no between ${firstRow} and ${lastRow}`
}

/** Members that the segment has already are left as they are. Answers how many were added. */
export async function insertMembers(db: Db, part: Part, segmentId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into segment_member (application_id, segment_id, contact_id)
    select ${part.applicationId}::uuid, ${segmentId}::uuid, ${id} from import_row r where ${rowsOf(part)}
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function addToCount(db: Db, applicationId: string, segmentId: string, members: number): Promise<void> {
  await db
    .updateTable('segment')
    .set(eb => ({ contact_count: eb('contact_count', '+', members) }))
    .where('application_id', '=', applicationId)
    .where('segment_id', '=', segmentId)
    .execute()
}

export async function deletePart(db: Db, part: Part): Promise<void> {
  await sql`delete from import_row r where ${rowsOf(part)}`.execute(db)
}

/** Adds a file's merge fields to those of the application. A field that two files fill differently is text. */
export async function insertMergeFields(
  db: Db,
  applicationId: string,
  fields: { name: string; type: string; sample: string | null }[],
  now: Date,
): Promise<void> {
  if (fields.length === 0) return
  await db
    .insertInto('merge_field')
    .values(fields.map(field => ({ application_id: applicationId, ...field, created_at: now })))
    .onConflict(conflict =>
      conflict.columns(['application_id', 'name']).doUpdateSet({
        type: sql`case when merge_field.type = excluded.type then merge_field.type else 'text' end`,
        sample: sql`coalesce(merge_field.sample, excluded.sample)`,
      }),
    )
    .execute()
}
