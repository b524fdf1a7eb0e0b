/** SQL of contacts as they are shown: their columns, activity and segments. */
import { isEmail } from '@notifly/contracts/fields'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { CONTACT_FIELD_COLUMNS } from '../../lib/contact-fields.ts'

type Db = Kysely<Tables>

const COLUMNS = [...CONTACT_FIELD_COLUMNS, 'email_key', 'added_at'] as const

/** In the order of `ids`; those that are gone are left out. */
export async function selectContactsById(db: Db, applicationId: string, ids: readonly string[]): Promise<ContactRow[]> {
  if (ids.length === 0) return []
  const rows = await selectRows(db, applicationId, ids)
  const byId = new Map(rows.map(row => [row.contact_id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

function selectRows(db: Db, applicationId: string, ids: readonly string[]) {
  return db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where('contact_id', 'in', ids)
    .select(COLUMNS)
    .execute()
}

export type ContactRow = Awaited<ReturnType<typeof selectRows>>[number]

export async function selectContact(db: Db, applicationId: string, contactId: string): Promise<ContactRow | undefined> {
  return (await selectContactsById(db, applicationId, [contactId]))[0]
}

/** Who has this address; undefined for nobody and for what is no address. */
export async function selectIdByEmail(db: Db, applicationId: string, email: string): Promise<string | undefined> {
  if (!isEmail(email.trim())) return undefined
  const row = await db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where('email_key', '=', email.trim().toLowerCase())
    .select('contact_id')
    .executeTakeFirst()
  return row?.contact_id
}

/** The last day of any activity, of those who have one. */
export async function selectActivity(
  db: Db,
  applicationId: string,
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('contact_activity')
    .where('application_id', '=', applicationId)
    .where('contact_id', 'in', contactIds)
    .select(['contact_id', sql<string | null>`greatest(opened_on, clicked_on)`.as('last_on')])
    .execute()
  return new Map(rows.flatMap(row => (row.last_on === null ? [] : [[row.contact_id, row.last_on]])))
}

export function selectSegmentsOf(db: Db, applicationId: string, contactIds: readonly string[]) {
  return db
    .selectFrom('segment_member as member')
    .innerJoin('segment', join =>
      join
        .onRef('segment.application_id', '=', 'member.application_id')
        .onRef('segment.segment_id', '=', 'member.segment_id'),
    )
    .where('member.application_id', '=', applicationId)
    .where('member.contact_id', 'in', contactIds)
    .select(['member.contact_id', 'segment.segment_id', 'segment.name'])
    .orderBy(sql`lower(segment.name)`)
    .execute()
}
