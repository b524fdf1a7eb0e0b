/** SQL of the examples that merge fields are shown with: each is the value of some contact. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

/** Replaces examples that are values of an erased contact by those of another one, or by none. */
export async function forgetSamples(
  db: Kysely<Tables>,
  applicationId: string,
  mergeFields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`
    update merge_field f set sample = (
      select c.merge_fields ->> f.name from contact c
      where c.application_id = f.application_id and c.merge_fields ? f.name and c.merge_fields ->> f.name <> ''
      limit 1)
    from jsonb_each_text(${JSON.stringify(mergeFields)}::jsonb) as gone(name, value)
    where f.application_id = ${applicationId} and f.name = gone.name and f.sample = gone.value`.execute(db)
}
