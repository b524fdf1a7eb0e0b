/** SQL for what a message refers to (templates, settings, contacts, devices) and for idempotency keys. */
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema/tables.ts'
import { CONTACT_FIELD_COLUMNS, type ContactFieldsRow } from '../../lib/contact-fields.ts'

export interface NamedTemplate {
  templateId: string
  type: string
  name: string
  version: number
}

interface Named {
  names: readonly string[]
  ids: readonly string[]
}

/** The settings of these channels, without their secrets, and the templates that we keep with one of these names or ids. */
export async function selectSettingsAndTemplates(
  db: Db,
  applicationId: string,
  { channels, names, ids }: Named & { channels: readonly string[] },
): Promise<{ settings: Map<string, Record<string, unknown>>; templates: NamedTemplate[] }> {
  const { rows } = await prepared(
    'settings-and-templates',
    sql<{ settings: Record<string, Record<string, unknown>> | null; templates: NamedTemplate[] | null }>`
      select (
        select json_object_agg(channel, settings) from channel_configuration
        where application_id = ${applicationId} and channel = any (${[...channels]}::text[])
      ) as settings, (
        select json_agg(json_build_object('templateId', template_id, 'type', type, 'name', name, 'version', version)) from template
        where application_id = ${applicationId} and (name = any (${[...names]}::text[]) or template_id = any (${[...ids]}::uuid[]))
      ) as templates`,
  ).execute(db)
  const { settings, templates } = rows[0] ?? {}
  return { settings: new Map(Object.entries(settings ?? {})), templates: templates ?? [] }
}

export interface NamedWhatsappTemplate {
  templateId: string
  name: string
  language: string
  status: string
  components: unknown
}

/** The same for templates that WhatsApp keeps. */
export async function selectWhatsappTemplates(
  db: Db,
  applicationId: string,
  { names, ids }: Named,
): Promise<NamedWhatsappTemplate[]> {
  const { rows } = await prepared(
    'whatsapp-templates-named',
    sql<NamedWhatsappTemplate>`
      select template_id as "templateId", name, language, status, components from whatsapp_template
      where application_id = ${applicationId} and (name = any (${[...names]}::text[]) or template_id = any (${[...ids]}::uuid[]))`,
  ).execute(db)
  return rows
}

export interface FoundContact extends ContactFieldsRow {
  email_key: string | null
}

const KEY_COLUMNS = ['contact_id', 'email', 'email_key', 'external_user_id', 'phone_number'] as const

/**
 * Contacts by the ids and addresses in messages. They can be changed meanwhile, but not deleted until the transaction ends. Reads their
 * merge fields only where a template uses them.
 */
export async function holdReceivers(
  db: Db,
  applicationId: string,
  by: { contactIds: string[]; externalIds: string[]; emails: string[]; phones: string[] },
  withFields: boolean,
): Promise<FoundContact[]> {
  const fits = [
    ...(by.contactIds.length > 0 ? [sql`contact_id = any (${by.contactIds}::uuid[])`] : []),
    ...(by.externalIds.length > 0 ? [sql`external_user_id = any (${by.externalIds}::text[])`] : []),
    ...(by.emails.length > 0 ? [sql`email_key = any (${by.emails}::text[])`] : []),
    ...(by.phones.length > 0 ? [sql`phone_number = any (${by.phones}::text[])`] : []),
  ]
  if (fits.length === 0) return []
  const columns = withFields ? [...CONTACT_FIELD_COLUMNS, 'email_key'] : KEY_COLUMNS
  const asked = Object.entries(by).flatMap(([name, ids]) => (ids.length > 0 ? [name.toLowerCase()] : []))
  const { rows } = await prepared(
    ['receivers', ...(withFields ? ['fields'] : []), ...asked].join('-'),
    sql<FoundContact>`
      select ${sql.join(columns.map(column => sql.ref(column)))} from contact
      where application_id = ${applicationId} and (${sql.join(fits, sql` or `)}) order by contact_id for key share`,
  ).execute(db)
  return rows
}

/** Subscribed devices of contacts, the one seen last first. */
export async function selectDevices(
  db: Db,
  applicationId: string,
  channel: string,
  contactIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ contactId: string; deviceId: string }>`
    select contact_id as "contactId", device_id as "deviceId" from device
    where application_id = ${applicationId} and channel = ${channel} and contact_id = any (${[...contactIds]}::uuid[])
      and retired_at is null
    order by last_seen_at desc, device_id`.execute(db)
  const devices = new Map<string, string[]>()
  for (const { contactId, deviceId } of rows) devices.set(contactId, [...(devices.get(contactId) ?? []), deviceId])
  return devices
}

export async function selectTopics(db: Db, applicationId: string, topicIds: readonly string[]): Promise<Set<string>> {
  if (topicIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('topic')
    .where('application_id', '=', applicationId)
    .where('topic_id', 'in', topicIds)
    .select('topic_id')
    .execute()
  return new Set(rows.map(row => row.topic_id))
}

// Calls with an Idempotency-Key.

export const KEY_HOURS = 24

export interface StoredIdempotentCall {
  key: string
  bodyHash: string
  answer: unknown
}

/**
 * Takes keys that are free or whose day is over, and answers the calls that hold the others. Of two transactions with the same key the
 * second waits for the first.
 */
export async function takeKeys(
  db: Db,
  applicationId: string,
  calls: readonly { key: string; bodyHash: string }[],
  now: Date,
): Promise<Map<string, StoredIdempotentCall>> {
  const sorted = calls.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const { rows: taken } = await prepared(
    'message-keys-taken',
    sql<{ key: string }>`
      insert into message_call as c (application_id, key, body_hash, answer, called_at)
      select ${applicationId}::uuid, key, hash, '[]', ${now}::timestamptz
      from unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ bodyHash }) => bodyHash)}::text[]) as s(key, hash)
      on conflict (application_id, key) do update set body_hash = excluded.body_hash, answer = '[]', called_at = excluded.called_at
        where c.called_at <= ${now}::timestamptz - make_interval(hours => ${KEY_HOURS})
      returning key`,
  ).execute(db)
  const free = new Set(taken.map(({ key }) => key))
  const others = sorted.filter(({ key }) => !free.has(key)).map(({ key }) => key)
  if (others.length === 0) return new Map()
  const rows = await db
    .selectFrom('message_call')
    .where('application_id', '=', applicationId)
    .where('key', 'in', others)
    .select(['key', 'body_hash as bodyHash', 'answer'])
    .execute()
  return new Map(rows.map(row => [row.key, row]))
}

/** Stores the answers of calls under their keys; null frees the key. */
export async function storeAnswers(
  db: Db,
  applicationId: string,
  calls: readonly { key: string; answer: unknown }[],
): Promise<void> {
  const kept = calls.filter(({ answer }) => answer !== null)
  if (kept.length > 0) {
    await prepared(
      'message-answers-kept',
      sql`
        update message_call c set answer = a.answer
        from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as a(key text, answer jsonb)
        where c.application_id = ${applicationId} and c.key = a.key`,
    ).execute(db)
  }
  const gone = calls.filter(({ answer }) => answer === null).map(({ key }) => key)
  if (gone.length === 0) return
  await db.deleteFrom('message_call').where('application_id', '=', applicationId).where('key', 'in', gone).execute()
}
