/** Contacts by id: finding, adding, changing and deleting them, with everything that depends on them. */
import { CONTACT_DELETED, CONTACT_ERASED } from '@notifly/contracts/webhooks/events'
import { sql } from 'kysely'
import { withTriggers } from '../../db/distribution/triggers.ts'
import type { Db } from '../../db/schema/tables.ts'
import { addSubjectNews } from '../../jobs/webhook-outbox.ts'
import type { OWN_COLUMNS } from '../../lib/contact-fields.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { storeUnsubscribedAddresses } from '../consent/unsubscribed-addresses.ts'
import { deleteEventsOf } from '../events/events.ts'
import { dropMemberships } from '../segments/members.ts'
import { hashAddresses, suppressErasedAddresses } from './erased-addresses.ts'
import { withContactEffects } from './contact-effects.ts'

export interface ContactKey {
  applicationId: string
  contactId: string
}

/** The caller's transaction, and the secrets by which addresses of erased people are hashed. */
export interface Writer {
  db: Db
  secrets: Secrets
  now: Date
}

type OwnColumn = (typeof OWN_COLUMNS)[number]
/** Values of built-in columns; merge fields are separate. */
export type ContactValues = Partial<Record<OwnColumn, string | number | boolean | Date | null>>

/** Locks a contact until the transaction ends; undefined if it does not exist. */
export function lockContact(db: Db, { applicationId, contactId }: ContactKey) {
  return db
    .selectFrom('contact')
    .where(eb => eb.and({ application_id: applicationId, contact_id: contactId }))
    .select(['contact_id', 'email', 'email_key', 'external_user_id', 'phone_number', 'country', 'merge_fields'])
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the contact with this address or external id. */
export function ownerOf(db: Db, applicationId: string, column: 'email_key' | 'external_user_id', value: string) {
  return db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where(column, '=', value)
    .select(['contact_id', 'email', 'external_user_id', 'merge_fields'])
    .executeTakeFirst()
}

/** Returns the contacts with one of these addresses or external ids, with the columns of lockContact. */
export function ownersOf(
  db: Db,
  applicationId: string,
  column: 'email_key' | 'external_user_id',
  values: readonly string[],
) {
  return db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where(column, '=', sql<string>`any(${[...values]}::text[])`)
    .select(['contact_id', 'email', 'email_key', 'external_user_id', 'phone_number', 'country', 'merge_fields'])
    .execute()
}

export interface NewContact {
  contactId: string
  values: ContactValues
  mergeFields: Readonly<Record<string, string>>
}

/** Adds contacts. An address that an erased person had unsubscribed is suppressed again. */
export async function createContacts(
  { db, secrets, now }: Writer,
  applicationId: string,
  contacts: readonly NewContact[],
): Promise<void> {
  if (contacts.length === 0) return
  await insertContacts(db, applicationId, contacts, now)
  await suppressErasedAddresses(db, secrets, applicationId, addressesOf(applicationId, idsOf(contacts)))
}

/** The same for contacts without addresses. */
export async function insertContacts(
  db: Db,
  applicationId: string,
  contacts: readonly NewContact[],
  now: Date,
): Promise<void> {
  const rows = contacts.map(({ contactId, values, mergeFields }) => ({
    ...written(values),
    application_id: applicationId,
    contact_id: contactId,
    merge_fields: JSON.stringify(mergeFields),
    added_at: now,
    changed_at: now,
  }))
  const insert = () =>
    db
      .insertInto('contact')
      .values(rows as never)
      .execute()
  await withTriggers(db, insert, write =>
    withContactEffects(db, { applicationId, chosen: idsOf(contacts), now }, write),
  )
}

export interface ContactChange {
  contactId: string
  values: ContactValues
  /** Fields to set; null removes a field. */
  merge: Readonly<Record<string, string | null>>
}

/** Changes contacts in order. Unsubscriptions stay, also for addresses that are replaced. */
export async function changeContacts(
  { db, secrets, now }: Writer,
  applicationId: string,
  changes: readonly ContactChange[],
): Promise<void> {
  if (changes.length === 0) return
  const readdressed = changes.filter(({ values }) => values.email !== undefined || values.phone_number !== undefined)
  if (readdressed.length > 0) await storeUnsubscribedAddresses(db, applicationId, idsOf(readdressed), now)
  await withTriggers(
    db,
    () => writeChanges(db, applicationId, changes, now),
    write => withContactEffects(db, { applicationId, chosen: idsOf(changes), now }, write),
  )
  await suppressErasedAddresses(db, secrets, applicationId, addressesOf(applicationId, idsOf(changes)))
}

async function writeChanges(
  db: Db,
  applicationId: string,
  changes: readonly ContactChange[],
  now: Date,
): Promise<void> {
  for (const { contactId, values, merge } of changes) {
    const gone = Object.keys(merge).filter(name => merge[name] === null)
    const set = Object.fromEntries(Object.entries(merge).filter(([, value]) => value !== null))
    await db
      .updateTable('contact')
      .set({
        ...(written(values) as object),
        merge_fields: sql`(merge_fields - ${gone}::text[]) || ${JSON.stringify(set)}::jsonb`,
        changed_at: now,
      })
      .where(eb => eb.and({ application_id: applicationId, contact_id: contactId }))
      .execute()
  }
}

const idsOf = (contacts: readonly { contactId: string }[]): string[] => contacts.map(({ contactId }) => contactId)

/** The normalized address changes with the address. */
function written(values: ContactValues): Record<string, unknown> {
  if (values.email === undefined) return values
  return { ...values, email_key: typeof values.email === 'string' ? values.email.toLowerCase() : null }
}

function addressesOf(applicationId: string, contactIds: readonly string[]) {
  return sql`select unnest(array[email_key, phone_number]) from contact
    where application_id = ${applicationId} and contact_id = any(${[...contactIds]}::uuid[])`
}

/** Rows that mean nothing without their contact. Deliveries and engagement stay, as the history of campaigns. */
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

/** Deletes contacts with everything that depends on them; unsubscriptions stay for their addresses. Returns how many existed. */
export async function deleteContacts(
  db: Db,
  applicationId: string,
  contactIds: readonly string[],
  now: Date,
): Promise<number> {
  await storeUnsubscribedAddresses(db, applicationId, contactIds, now)
  return deleteRows(db, applicationId, contactIds, { event: CONTACT_DELETED, at: now })
}

/** Erases a person: unsubscriptions and suppressions of these addresses are kept only as hashes. */
export async function eraseContact(
  { db, secrets, now }: Writer,
  { applicationId, contactId }: ContactKey,
  addresses: readonly string[],
): Promise<void> {
  await storeUnsubscribedAddresses(db, applicationId, [contactId], now)
  await hashAddresses(db, secrets, applicationId, addresses)
  await deleteRows(db, applicationId, [contactId], { event: CONTACT_ERASED, at: now })
}

/** The event that webhooks get. */
async function deleteRows(
  db: Db,
  applicationId: string,
  contactIds: readonly string[],
  told: { event: number; at: Date },
): Promise<number> {
  // In the order in which writers of events lock contacts.
  await sql`select 1 from contact where application_id = ${applicationId} and contact_id = any(${[...contactIds]}::uuid[])
    order by contact_id for update`.execute(db)
  await dropMemberships(db, applicationId, contactIds)
  for (const table of HANGING) {
    await sql`delete from ${sql.table(table)} where application_id = ${applicationId}
      and contact_id = any(${[...contactIds]}::uuid[])`.execute(db)
  }
  // Events in flight are stored by now, and later ones do not find their contact.
  await deleteEventsOf(db, applicationId, contactIds)
  const remove = () =>
    db
      .deleteFrom('contact')
      .where('application_id', '=', applicationId)
      .where('contact_id', 'in', contactIds)
      .returning('contact_id')
      .execute()
  const deleted = await withTriggers(db, remove, write =>
    withContactEffects(db, { applicationId, chosen: contactIds, now: told.at }, write),
  )
  await addSubjectNews(
    db,
    applicationId,
    deleted.map(row => ({ ...told, subjectId: row.contact_id })),
  )
  return deleted.length
}
