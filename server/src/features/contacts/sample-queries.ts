/** SQL of the examples that fields and tests are shown with: each is the value of some contact. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

/** Contacts that new examples are looked for in: reading them all would take as long as there are many. */
const LOOKED_AT = 200

/**
 * Replaces the examples of merge fields by values of the newest contacts, or by none. Every one of them: whose value an example was
 * is not known, and the contact may have had it before its last change.
 */
export async function forgetSamples(db: Kysely<Tables>, applicationId: string): Promise<void> {
  await sql`
    with newest as materialized (
      select merge_fields from contact where application_id = ${applicationId} order by contact_id desc limit ${LOOKED_AT}
    )
    update merge_field f set sample = (
      select n.merge_fields ->> f.name from newest n where n.merge_fields ->> f.name <> '' limit 1)
    where f.application_id = ${applicationId} and f.sample is not null`.execute(db)
}

/** Removes the links of test messages that hold one of the values. */
export async function forgetTestLinks(
  db: Kysely<Tables>,
  applicationId: string,
  values: readonly string[],
): Promise<void> {
  const written = values.filter(value => value !== '').flatMap(value => [value, encodeURIComponent(value)])
  await sql`
    delete from test_link where application_id = ${applicationId}
      and exists (select from unnest(${written}::text[]) as value where position(lower(value) in lower(addresses::text)) > 0)`.execute(
    db,
  )
}
