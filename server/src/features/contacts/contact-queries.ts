/** SQL that writes contacts one by one, with what else says something of them. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { OWN_COLUMNS } from '../../lib/contact-fields.ts'

type Db = Kysely<Tables>

export interface ContactKey {
  applicationId: string
  contactId: string
}

type OwnColumn = (typeof OWN_COLUMNS)[number]
/** Values of our own columns; merge fields apart, as what they are set to. */
export type ContactValues = Partial<Record<OwnColumn, string | number | boolean | Date | null>>

function ofContact(db: Db, { applicationId, contactId }: ContactKey) {
  return db.selectFrom('contact').where('application_id', '=', applicationId).where('contact_id', '=', contactId)
}

/** Null for a contact that is not there. */
export function lockContact(db: Db, key: ContactKey) {
  return ofContact(db, key)
    .select(['contact_id', 'email', 'email_key', 'external_user_id', 'phone_number', 'country', 'merge_fields'])
    .forUpdate()
    .executeTakeFirst()
}

/** Another contact that has this address or external id. */
export function selectOwner(db: Db, applicationId: string, column: 'email_key' | 'external_user_id', value: string) {
  return db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where(column, '=', value)
    .select(['contact_id', 'email', 'external_user_id', 'merge_fields'])
    .executeTakeFirst()
}

export async function insertContact(
  db: Db,
  { applicationId, contactId }: ContactKey,
  values: ContactValues,
  mergeFields: Readonly<Record<string, string>>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('contact')
    .values({
      ...(written(values) as object),
      application_id: applicationId,
      contact_id: contactId,
      merge_fields: JSON.stringify(mergeFields),
      added_at: now,
      changed_at: now,
    } as never)
    .execute()
}

/** `merge`: fields to set; those that are null go away. */
export async function updateContactRow(
  db: Db,
  { applicationId, contactId }: ContactKey,
  values: ContactValues,
  merge: Readonly<Record<string, string | null>>,
  now: Date,
): Promise<void> {
  const gone = Object.keys(merge).filter(name => merge[name] === null)
  const set = Object.fromEntries(Object.entries(merge).filter(([, value]) => value !== null))
  await db
    .updateTable('contact')
    .set({
      ...(written(values) as object),
      merge_fields: sql`(merge_fields - ${gone}::text[]) || ${JSON.stringify(set)}::jsonb`,
      changed_at: now,
    })
    .where('application_id', '=', applicationId)
    .where('contact_id', '=', contactId)
    .execute()
}

/** The compared form of the address goes with the address. */
function written(values: ContactValues): Record<string, unknown> {
  if (values.email === undefined) return values
  return { ...values, email_key: typeof values.email === 'string' ? values.email.toLowerCase() : null }
}

/** Merge fields that a contact is the first to have. Where a value is of another type than the field was, the field is text. */
export async function noteFields(
  db: Db,
  applicationId: string,
  fields: readonly { name: string; type: string; sample: string }[],
  now: Date,
): Promise<void> {
  if (fields.length === 0) return
  await db
    .insertInto('merge_field')
    .values(fields.map(field => ({ ...field, application_id: applicationId, created_at: now })))
    .onConflict(conflict =>
      conflict.columns(['application_id', 'name']).doUpdateSet({
        type: sql`case when merge_field.type = excluded.type then merge_field.type else 'text' end`,
        sample: sql`coalesce(merge_field.sample, excluded.sample)`,
      }),
    )
    .execute()
}

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

/**
 * An unsubscribe outlives the contact, and a change of its address: what the contact had asked for then holds for the
 * addresses that it had.
 */
export async function keepDepartures(db: Db, applicationId: string, contactIds: readonly string[], now: Date) {
  const address = sql`case when k.channel = 'email' then c.email_key when k.channel in ('sms', 'whatsapp') then c.phone_number end`
  await sql`
    insert into suppression (application_id, channel, address_key, reason, created_at)
    select distinct on (k.channel, ${address}) k.application_id, k.channel, ${address}, 'unsubscribe', ${now}::timestamptz
    from consent k join contact c on c.application_id = k.application_id and c.contact_id = k.contact_id
    where k.application_id = ${applicationId} and k.contact_id = any(${[...contactIds]}::uuid[])
      and k.status = 'unsubscribed' and ${address} is not null
    on conflict do nothing`.execute(db)
  await sql`
    insert into topic_departure (application_id, topic_id, address_key, created_at)
    select distinct on (k.topic_id, c.email_key) k.application_id, k.topic_id, c.email_key, ${now}::timestamptz
    from topic_consent k join contact c on c.application_id = k.application_id and c.contact_id = k.contact_id
    where k.application_id = ${applicationId} and k.contact_id = any(${[...contactIds]}::uuid[])
      and k.status = 'unsubscribed' and c.email_key is not null
    on conflict do nothing`.execute(db)
}

/** What hangs on a contact and says nothing without it. Deliveries and engagement stay: they are the history of campaigns. */
export const HANGING = [
  'consent',
  'topic_consent',
  'consent_change',
  'contact_activity',
  'contact_cap',
  'device',
  'contact_sent',
  'contact_hours',
] as const

/** Answers how many contacts there were. */
export async function deleteContactRows(db: Db, applicationId: string, contactIds: readonly string[]): Promise<number> {
  const ids = [...contactIds]
  await sql`
    with gone as (
      delete from segment_member where application_id = ${applicationId} and contact_id = any(${ids}::uuid[])
      returning segment_id
    )
    update segment set contact_count = contact_count - gone.n
    from (select segment_id, count(*)::int as n from gone group by segment_id) gone
    where segment.application_id = ${applicationId} and segment.segment_id = gone.segment_id`.execute(db)
  for (const table of HANGING) {
    await sql`delete from ${sql.table(table)} where application_id = ${applicationId}
      and contact_id = any(${ids}::uuid[])`.execute(db)
  }
  const { numDeletedRows } = await db
    .deleteFrom('contact')
    .where('application_id', '=', applicationId)
    .where('contact_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
