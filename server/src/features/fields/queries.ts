/** SQL of merge fields: their counts, and their values in all contacts of an application. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

type Db = Kysely<Tables>

export interface FieldKey {
  applicationId: string
  name: string
}

function ofField(db: Db, { applicationId, name }: FieldKey) {
  return db.selectFrom('merge_field').where('application_id', '=', applicationId).where('name', '=', name)
}

/** Its fill as far as it is added up; undefined when the application has no such field. */
export function selectField(db: Db, key: FieldKey) {
  return ofField(db, key).select(['name', 'type', 'filled', 'is_leaving']).executeTakeFirst()
}

export function lockField(db: Db, key: FieldKey) {
  return ofField(db, key).select(['name', 'type', 'filled', 'sample', 'is_leaving']).forUpdate().executeTakeFirst()
}

/** Whether the values of another field are on their way into this one. */
export async function isTakingIn(db: Db, { applicationId, name }: FieldKey): Promise<boolean> {
  const row = await db
    .selectFrom('merge_field')
    .where('application_id', '=', applicationId)
    .where('leaving_into', '=', name)
    .select('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds what writers of contacts have counted to the fields' fill. */
export async function foldDeltas(db: Db, applicationId: string): Promise<void> {
  await sql`
    with folded as (delete from merge_field_delta where application_id = ${applicationId} returning name, n),
    summed as (select name, sum(n)::int as n from folded group by name having sum(n) <> 0)
    update merge_field f set filled = greatest(f.filled + summed.n, 0) from summed
    where f.application_id = ${applicationId} and f.name = summed.name`.execute(db)
}

/** Gives the field another name, in the registry alone. Its values are counted anew as they move. */
export async function renameField(db: Db, { applicationId, name }: FieldKey, to: string): Promise<void> {
  await db
    .updateTable('merge_field')
    .set({ name: to, filled: 0 })
    .where('application_id', '=', applicationId)
    .where('name', '=', name)
    .execute()
}

export async function deleteField(db: Db, { applicationId, name }: FieldKey): Promise<void> {
  await db.deleteFrom('merge_field').where('application_id', '=', applicationId).where('name', '=', name).execute()
}

/** A field that takes in values of another type is text. */
export async function setTextType(db: Db, { applicationId, name }: FieldKey): Promise<void> {
  await db
    .updateTable('merge_field')
    .set({ type: 'text' })
    .where('application_id', '=', applicationId)
    .where('name', '=', name)
    .execute()
}

/** Moves every value to another field, where that is empty; the others go away. */
export async function moveValues(db: Db, key: FieldKey, into: string, now: Date): Promise<void> {
  await changeValues(db, key, withoutField(key.name, into), now)
}

/** The fields of a contact without this one, whose value goes to `into` where that is empty. */
export function withoutField(name: string, into: string | null): RawBuilder<unknown> {
  const rest = sql`merge_fields - ${name}::text`
  if (into === null) return rest
  return sql`case when merge_fields ? ${into} then ${rest}
    else (${rest}) || jsonb_build_object(${into}::text, merge_fields -> ${name}) end`
}

export async function removeValues(db: Db, key: FieldKey, now: Date): Promise<void> {
  await changeValues(db, key, withoutField(key.name, null), now)
}

async function changeValues(db: Db, { applicationId, name }: FieldKey, to: RawBuilder<unknown>, now: Date) {
  await sql`update contact set merge_fields = ${to}, changed_at = ${now}
    where application_id = ${applicationId} and merge_fields ? ${name}`.execute(db)
}

export interface NamingRow {
  field: string
  kind: 'segments' | 'templates' | 'campaigns'
  uuid: string
  name: string
}

/** What parts one word of Liquid from the next: all of ASCII but letters, digits and _, and the blanks beyond it. */
const BETWEEN_WORDS =
  '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u005e\\u0060\\u007b-\\u007f\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+'
/** More of a kind are not told of a field. */
const NAMING_MOST = 100

/**
 * What names the application's merge fields, or one of them: rules of segments, and present versions of templates and campaigns that are
 * still to be sent, where the name stands as a word between the marks of Liquid. Read by the database, since the texts of all may be gigabytes.
 */
export async function selectNaming(db: Db, applicationId: string, field: string | null): Promise<NamingRow[]> {
  const { rows } = await sql<NamingRow>`
    with content as (
      select 'templates' as kind, t.template_id as id, t.name, v.content from template t
      join template_version v
        on v.application_id = t.application_id and v.template_id = t.template_id and v.version = t.version
      where t.application_id = ${applicationId}
      union all
      select 'campaigns', campaign_id, name, content from campaign
      where application_id = ${applicationId} and status in ('draft', 'scheduled', 'pending', 'executing', 'paused')
    ), naming as (
      select distinct c.kind, c.id, c.name, word as field from content c
      cross join lateral jsonb_path_query(c.content, 'strict $.** ? (@.type() == "string")') as texts (value)
      cross join lateral liquid_parts(texts.value #>> '{}') as part
      cross join lateral regexp_split_to_table(part, ${BETWEEN_WORDS}) as word
      where ${field}::text is null or (position(${field} in part) > 0 and word = ${field})
      union
      select 'segments', s.segment_id, s.name, named.value #>> '{}' from segment s
      cross join lateral jsonb_path_query(s.rules, '$.** ? (@.kind == "field").field') as named (value)
      where s.application_id = ${applicationId} and s.kind = 'dynamic'
    ), placed as (
      select n.*, row_number() over (partition by n.field, n.kind order by lower(n.name), n.id) as place from naming n
      join merge_field f on f.application_id = ${applicationId} and f.name = n.field
      where ${field}::text is null or n.field = ${field}
    )
    select field, kind, id as uuid, name from placed where place <= ${NAMING_MOST} order by field, kind, place`.execute(
    db,
  )
  return rows
}
