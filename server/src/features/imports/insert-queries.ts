/**
 * One chunk of staged rows into contacts. Every statement takes the rows of one import up to `lastRow`, whose contact_id
 * has been set (see match-queries.ts).
 */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { OWN_COLUMNS } from '../../lib/contact-fields.ts'

type Db = Kysely<Tables>

export interface Chunk {
  applicationId: string
  importId: string
  lastRow: number
}

/** The last row of the next chunk and how many it has; undefined when nothing is left. */
export async function selectNextChunk(db: Db, importId: string, rows: number) {
  const { rows: found } = await sql<{ last_row: number | null; n: number }>`
    select max(row_no) as last_row, count(*)::int as n
    from (select row_no from import_row where import_id = ${importId} order by row_no limit ${rows}) as chunk`.execute(
    db,
  )
  const [chunk] = found
  return chunk === undefined || chunk.last_row === null ? undefined : { lastRow: chunk.last_row, rows: chunk.n }
}

/**
 * Writers of contacts in bulk take turns within an application: two files with the same people in another order would
 * wait for each other's rows. Held until the transaction ends.
 */
export async function lockContacts(db: Db, applicationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts ${applicationId}`}, 0))`.execute(db)
}

/** What a file may change of a contact, beside its merge fields. An empty cell changes nothing. */
const COLUMNS = ['email_key', ...OWN_COLUMNS] as const

const names = sql.join(COLUMNS.map(column => sql.ref(column)))
const given = sql.join(COLUMNS.map(column => sql.ref(`r.${column}`)))
const present = sql.join(COLUMNS.map(column => sql.ref(`c.${column}`)))
const merged = COLUMNS.map(column => sql`coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`c.${column}`)})`)
const changes = sql.join(COLUMNS.map((column, index) => sql`${sql.ref(column)} = ${merged[index]}`))

/**
 * Creates new contacts and changes known ones. Rows that say nothing new leave their contact untouched. In order of the
 * key, and by looking each contact up rather than by a join, whose plan would depend on statistics of a growing table.
 */
export async function upsertContacts(db: Db, chunk: Chunk, now: Date): Promise<void> {
  await sql`
    insert into contact as c (application_id, contact_id, ${names}, merge_fields, added_at, changed_at)
    select ${chunk.applicationId}::uuid, r.contact_id, ${given}, r.merge_fields, ${now}::timestamptz, ${now}::timestamptz
    from import_row r
    where r.import_id = ${chunk.importId} and r.row_no <= ${chunk.lastRow}
    order by r.contact_id
    on conflict (application_id, contact_id) do update set ${changes},
      merge_fields = c.merge_fields || excluded.merge_fields, changed_at = excluded.changed_at
    where (${present}, c.merge_fields)
      is distinct from (${sql.join(merged)}, c.merge_fields || excluded.merge_fields)`.execute(db)
}

/** Members that the segment has already are left as they are. */
export async function insertMembers(db: Db, chunk: Chunk, segmentId: string): Promise<void> {
  await sql`
    with added as (
      insert into segment_member (application_id, segment_id, contact_id)
      select ${chunk.applicationId}::uuid, ${segmentId}::uuid, r.contact_id from import_row r
      where r.import_id = ${chunk.importId} and r.row_no <= ${chunk.lastRow}
      on conflict do nothing returning 1
    )
    update segment set contact_count = contact_count + (select count(*) from added)
    where application_id = ${chunk.applicationId} and segment_id = ${segmentId}`.execute(db)
}

export async function deleteChunk(db: Db, { importId, lastRow }: Chunk): Promise<void> {
  await db.deleteFrom('import_row').where('import_id', '=', importId).where('row_no', '<=', lastRow).execute()
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

/** Counts anew how many contacts have each merge field. */
export async function recountMergeFields(db: Db, applicationId: string): Promise<void> {
  await sql`
    update merge_field set filled = coalesce(counted.n, 0)
    from merge_field as named left join (
      select key, count(*)::int as n from contact, jsonb_object_keys(merge_fields) as key
      where application_id = ${applicationId} group by key
    ) as counted on counted.key = named.name
    where named.application_id = ${applicationId} and merge_field.application_id = ${applicationId}
      and merge_field.name = named.name and merge_field.filled is distinct from coalesce(counted.n, 0)`.execute(db)
}
