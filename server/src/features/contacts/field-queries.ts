import { isUuid } from '@notifly/contracts/fields'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { BUILT_IN_FIELDS, CONTACT_FIELD_COLUMNS, type BuiltInField } from '../../lib/contact-fields.ts'

/** The contact with that id, or the newest one that has an email. */
export async function selectSampleContact(db: Db, applicationId: string, contactId?: string) {
  if (contactId !== undefined && !isUuid(contactId)) return undefined
  return db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .$if(contactId !== undefined, query => query.where('contact_id', '=', contactId ?? ''))
    .$if(contactId === undefined, query => query.where('email_key', 'is not', null))
    .select(CONTACT_FIELD_COLUMNS)
    .orderBy('added_at', 'desc')
    .orderBy('contact_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest contacts that have a number. */
export function selectNewestPhones(db: Db, applicationId: string, limit: number) {
  return db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where('phone_number', 'is not', null)
    .select(CONTACT_FIELD_COLUMNS)
    .orderBy('added_at', 'desc')
    .orderBy('contact_id', 'desc')
    .limit(limit)
    .execute()
}

export function selectMergeFields(db: Db, applicationId: string) {
  return db
    .selectFrom('merge_field')
    .where('application_id', '=', applicationId)
    .select([
      'name',
      'type',
      'sample',
      'is_leaving',
      'leaving_into',
      'leaving_total',
      // What was counted since it was last added up counts as well.
      sql<number>`(filled + coalesce((select sum(n) from merge_field_delta d
        where d.application_id = merge_field.application_id and d.name = merge_field.name), 0))::int`.as('filled'),
    ])
    .orderBy('name')
    .execute()
}

/** How many contacts have a value in each built-in column. */
export async function selectBuiltInCounts(
  db: Db,
  applicationId: string,
): Promise<Partial<Record<BuiltInField, number>>> {
  const columns = (Object.keys(BUILT_IN_FIELDS) as BuiltInField[]).filter(name => name !== 'uuid')
  const row = await db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .select(eb => [
      eb.fn.count<number>('contact_id').as('uuid'),
      ...columns.map(name => eb.fn.count<number>(name as Exclude<BuiltInField, 'uuid'>).as(name)),
    ])
    .executeTakeFirstOrThrow()
  return row as Partial<Record<BuiltInField, number>>
}

/** Those of these names that are merge fields of the application. */
export async function selectFieldNamesOf(db: Db, applicationId: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('merge_field')
    .where('application_id', '=', applicationId)
    .where('name', 'in', names)
    .select('name')
    .execute()
  return rows.map(row => row.name)
}
