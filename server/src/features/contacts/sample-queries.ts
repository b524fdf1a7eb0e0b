/** SQL of the links in test messages, which hold what their examples say of a person. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

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
