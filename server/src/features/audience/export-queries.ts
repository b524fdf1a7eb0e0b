/** SQL of exports: contacts by their id, so many at a time, so that any number of them needs the memory of a few. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { CONTACT_FIELD_COLUMNS, type ContactFieldsRow } from '../../lib/contact-fields.ts'
import { type ContactFilter, contactMatches } from './list-queries.ts'

export interface ExportRow extends ContactFieldsRow {
  added_at: Date
}

const COLUMNS = sql.join([...CONTACT_FIELD_COLUMNS, 'added_at'].map(column => sql.ref(`c.${column}`)))

/** The next contacts after an id; null begins. */
export async function selectContactsAfter(
  db: Kysely<Tables>,
  filter: ContactFilter,
  afterId: string | null,
  limit: number,
): Promise<ExportRow[]> {
  const after = afterId === null ? sql`true` : sql`c.contact_id > ${afterId}`
  const { rows } = await sql<ExportRow>`
    select ${COLUMNS} from contact c where ${contactMatches(filter)} and ${after}
    order by c.contact_id limit ${limit}`.execute(db)
  return rows
}
