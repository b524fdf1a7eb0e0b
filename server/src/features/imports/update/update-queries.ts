/** SQL that compares staged rows of an update with the contacts that they name by uuid. */
import { sql } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'
import { changesAnything } from '../../../people/contacts/staged-contacts.ts'
import type { RejectedPart } from '../read/rows.ts'
import { growsTooLarge } from '../stage/staged-queries.ts'
import type { ImportKey } from '../queries.ts'

function pairs({ applicationId, importId }: ImportKey) {
  return sql`r.import_id = ${importId} and c.application_id = ${applicationId} and c.contact_id = r.contact_id`
}

/** Lines whose contacts do not belong to the application, in order. */
export async function selectUnknownLines(db: Db, { applicationId, importId }: ImportKey): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`
    select r.row_no as line
    from import_row r left join contact c on c.application_id = ${applicationId} and c.contact_id = r.contact_id
    where r.import_id = ${importId} and c.contact_id is null order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

export async function countChanges(db: Db, key: ImportKey): Promise<{ updated: number; unchanged: number }> {
  const { rows } = await sql<{ updated: number; unchanged: number }>`
    select (count(*) filter (where ${changesAnything}))::int as updated,
      (count(*) filter (where not (${changesAnything})))::int as unchanged
    from import_row r, contact c where ${pairs(key)}`.execute(db)
  return rows[0] ?? { updated: 0, unchanged: 0 }
}

export interface UpdateConflict {
  line: number
  key: RejectedPart
  /** A key and the contact that has it. */
  owner: string
}

const isTooLarge = growsTooLarge(sql`c.merge_fields`, sql`r.merge_fields`)

/** Returns keys that the rows would take from other contacts, and rows that are too large for their own; the first ones by line. */
export async function selectConflicts(db: Db, key: ImportKey, most: number): Promise<UpdateConflict[]> {
  const { rows } = await sql<UpdateConflict>`
    select r.row_no as line,
      case when e.contact_id is not null then 'email' when x.contact_id is not null then 'external'
        when c.external_user_id <> r.external_user_id then 'uuid' else 'size' end as key,
      case when e.contact_id is not null then coalesce(e.external_user_id, e.contact_id::text)
        when x.contact_id is not null then coalesce(x.email, x.contact_id::text)
        else coalesce(c.external_user_id, '') end as owner
    from import_row r
    join contact c on ${pairs(key)}
    left join lateral (${owner(key, sql`o.email_key = r.email_key`)}) as e on true
    left join lateral (${owner(key, sql`o.external_user_id = r.external_user_id`)}) as x on true
    where r.import_id = ${key.importId}
      and (e.contact_id is not null or x.contact_id is not null or c.external_user_id <> r.external_user_id
        or ${isTooLarge})
    order by 1 limit ${most}`.execute(db)
  return rows
}

function owner({ applicationId }: ImportKey, condition: ReturnType<typeof sql>) {
  return sql`select o.contact_id, o.email, o.external_user_id from contact o
    where o.application_id = ${applicationId} and ${condition} and o.contact_id <> r.contact_id limit 1`
}
