/** SQL of where merge fields are used. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface NamingRow {
  field: string
  kind: 'segments' | 'templates' | 'campaigns' | 'forms'
  uuid: string
  name: string
}

/** Characters that separate words of Liquid: all of ASCII except letters, digits and _, and other white space. */
const BETWEEN_WORDS =
  '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u005e\\u0060\\u007b-\\u007f\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+'
/** Limit of uses of each kind that are listed. */
const NAMING_MOST = 100

/**
 * Finds uses of the application's merge fields, or of one: rules of segments, sign-up forms that ask for them, and present versions of
 * templates and unsent campaigns that have the name as a word inside Liquid. The database searches, since all texts together may be
 * gigabytes.
 */
export async function selectUsesOfField(db: Db, applicationId: string, field: string | null): Promise<NamingRow[]> {
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
      union
      select 'forms', f.form_id, f.name, field ->> 'name' from sign_up_form f
      cross join lateral jsonb_array_elements(f.content -> 'fields') as field
      where f.application_id = ${applicationId}
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
