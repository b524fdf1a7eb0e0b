/** Consent that a member of the team, or a program of theirs, records for a person. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { invalidField, orNotFound } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type ContactKey, lockContact } from '../contacts/contacts.ts'
import { noteGrowth } from '../contacts/growth.ts'
import { addressColumn, addressOf } from '../reach/skip-reason.ts'

interface ChoiceByHand {
  channel: string
  topicId: string | null
  /** The field of the request with the topic. */
  topicField?: string
  status: 'subscribed' | 'unsubscribed'
  /** Null: a program with a key of the application. */
  accountId: string | null
  reason: string | null
}

interface Change extends ChoiceByHand, ContactKey {
  topicName: string | null
  /** Null if the contact has no address on the channel. */
  address: string | null
  now: Date
}

const SOURCE = 'dashboard'

const sourceOf = ({ accountId }: ChoiceByHand) => (accountId === null ? 'api' : SOURCE)

/**
 * Stores the choice and the entry in the contact's history, in the caller's transaction. Throws notFound for an unknown contact, and at
 * `topicField` (`topic_uuid` by default) for an unknown topic. An address that bounced or complained stays suppressed.
 */
export async function changeByHand(db: Db, key: ContactKey, choice: ChoiceByHand, now: Date): Promise<void> {
  const contact = orNotFound(await lockContact(db, key))
  const { topicId, topicField = 'topic_uuid' } = choice
  const topicName = topicId === null ? null : await nameOfTopic(db, key.applicationId, topicId, topicField)
  const change = { ...key, ...choice, topicName, address: addressOf(contact, choice.channel), now }
  await (topicId === null ? writeChannelChange(db, change) : writeTopicChange(db, change, topicId))
  await insertHistory(db, change)
}

interface UnsubscribedAddress {
  applicationId: string
  channel: string
  accountId: string
  reason: string
  now: Date
}

/** Unsubscribes many contacts, and their addresses, from a channel. Returns those who had not left it before. */
export async function unsubscribeMany(
  db: Db,
  contactIds: readonly string[],
  { applicationId, channel, accountId, reason, now }: UnsubscribedAddress,
): Promise<string[]> {
  const chosen = sql`application_id = ${applicationId} and contact_id = any(${[...contactIds]}::uuid[])`
  const { rows } = await sql<{ contact_id: string }>`
    insert into consent (application_id, contact_id, channel, status, source, since)
    select application_id, contact_id, ${channel}, 'unsubscribed', ${SOURCE}, ${now} from contact where ${chosen}
    on conflict (application_id, contact_id, channel)
      do update set status = excluded.status, source = excluded.source, since = excluded.since
      where consent.status <> 'unsubscribed'
    returning contact_id`.execute(db)
  const left = rows.map(row => row.contact_id)
  await noteGrowth(
    db,
    applicationId,
    'departed',
    left.map(() => now),
  )
  await sql`
    insert into consent_change (application_id, contact_id, change_id, channel, status, source, account_id, reason, at)
    select ${applicationId}, contact_id, change_id, ${channel}, 'unsubscribed', ${SOURCE}, ${accountId}, ${reason}, ${now}
    from unnest(${left}::uuid[], ${left.map(() => uuidv7(now))}::uuid[]) as change(contact_id, change_id)`.execute(db)
  const column = addressColumn(channel)
  if (column === null) return left
  await sql`
    insert into suppression (application_id, channel, address_key, reason, detail, created_at, added_by)
    select distinct ${applicationId}::uuid, ${channel}, ${sql.ref(column)}, 'unsubscribe', ${reason}, ${now}::timestamptz,
      ${accountId}::uuid
    from contact where ${chosen} and ${sql.ref(column)} is not null
    on conflict do nothing`.execute(db)
  return left
}

async function nameOfTopic(db: Db, applicationId: string, topicId: string, field: string): Promise<string> {
  const row = await db
    .selectFrom('topic')
    .where(eb => eb.and({ application_id: applicationId, topic_id: topicId }))
    .select('name')
    .executeTakeFirst()
  if (row === undefined) throw invalidField(field, sentence('consent.topicGone'))
  return row.name
}

/** For the whole channel: of the contact, and of the address. */
async function writeChannelChange(db: Db, change: Change): Promise<void> {
  const { applicationId, contactId, channel, status, address, now } = change
  const former = await db
    .selectFrom('consent')
    .where(eb => eb.and({ application_id: applicationId, contact_id: contactId, channel }))
    .select('status')
    .executeTakeFirst()
  if (status === 'unsubscribed' && former?.status !== status) await noteGrowth(db, applicationId, 'departed', [now])
  await sql`
    insert into consent (application_id, contact_id, channel, status, source, since)
    values (${applicationId}, ${contactId}, ${channel}, ${status}, ${sourceOf(change)}, ${now})
    on conflict (application_id, contact_id, channel)
      do update set status = excluded.status, source = excluded.source, since = excluded.since`.execute(db)
  if (address === null) return
  const entry = { application_id: applicationId, channel, address_key: address }
  if (status === 'subscribed') {
    await db
      .deleteFrom('suppression')
      .where(eb => eb.and(entry))
      .where('reason', '=', 'unsubscribe')
      .execute()
    return
  }
  await db
    .insertInto('suppression')
    .values({ ...entry, reason: 'unsubscribe', detail: change.reason, created_at: now, added_by: change.accountId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** For one topic: of the contact, and of the address. */
async function writeTopicChange(db: Db, change: Change, topicId: string): Promise<void> {
  const { applicationId, contactId, status, address, now } = change
  await sql`
    insert into topic_consent (application_id, contact_id, topic_id, status, source, since)
    values (${applicationId}, ${contactId}, ${topicId}, ${status}, ${sourceOf(change)}, ${now})
    on conflict (application_id, contact_id, topic_id)
      do update set status = excluded.status, source = excluded.source, since = excluded.since`.execute(db)
  if (address === null) return
  const entry = { application_id: applicationId, topic_id: topicId, address_key: address }
  if (status === 'subscribed') {
    await db
      .deleteFrom('topic_departure')
      .where(eb => eb.and(entry))
      .execute()
    return
  }
  await db
    .insertInto('topic_departure')
    .values({ ...entry, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

async function insertHistory(db: Db, change: Change): Promise<void> {
  await db
    .insertInto('consent_change')
    .values({
      application_id: change.applicationId,
      contact_id: change.contactId,
      change_id: uuidv7(change.now),
      channel: change.channel,
      topic_id: change.topicId,
      topic_name: change.topicName,
      status: change.status,
      source: sourceOf(change),
      account_id: change.accountId,
      reason: change.reason,
      run_id: null,
      at: change.now,
    })
    .execute()
}
