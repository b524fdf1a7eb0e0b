/** What a person chose with a sign-up form. */
import { sql } from 'kysely'
import type { SignUpProof } from '@notifly/contracts/consent/consent'
import type { Db } from '../../db/schema/tables.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import type { ContactKey } from '../contacts/contacts.ts'

export interface Agreement {
  /** Normalized, as addresses are compared. */
  emailKey: string
  /** What the contact's history stores of it. */
  proof: SignUpProof
  /** Topics that were chosen; and, for a new contact, those that were offered and not chosen. */
  topics: readonly string[]
  refused: readonly string[]
  /**
   * The person proved by the link in an email that the address is theirs: they then return to what they had left. Without proof, a stranger
   * may have typed the address, and what was left stays left.
   */
  isConfirmed: boolean
}

const SOURCE = 'form'
const CHANNEL = 'email'

/** Stores the choices in the caller's transaction. An address that bounced or complained stays suppressed. */
export async function subscribeByForm(db: Db, key: ContactKey, agreement: Agreement, now: Date): Promise<void> {
  const { proof } = agreement
  if (agreement.isConfirmed || !(await hasLeft(db, key, agreement.emailKey))) {
    await subscribe(db, key, agreement, now)
    await insertHistory(db, key, [{ topicId: null, topicName: null, status: 'subscribed', form: proof }], now)
  }
  const named = { uuid: proof.uuid, name: proof.name }
  const joined = await joinTopics(db, key, agreement, now)
  const left = await leaveTopics(db, key, agreement, now)
  await insertHistory(
    db,
    key,
    [
      ...joined.map(topic => ({ ...topic, status: 'subscribed', form: named })),
      ...left.map(topic => ({ ...topic, status: 'unsubscribed', form: named })),
    ],
    now,
  )
}

/** The contact, or a former contact with the address. */
async function hasLeft(db: Db, { applicationId, contactId }: ContactKey, emailKey: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from consent where application_id = ${applicationId} and contact_id = ${contactId}
        and channel = ${CHANNEL} and status = 'unsubscribed')
      or exists (select 1 from suppression where application_id = ${applicationId} and channel = ${CHANNEL}
        and address_key = ${emailKey} and reason = 'unsubscribe') as found`.execute(db)
  return rows[0]?.found === true
}

async function subscribe(
  db: Db,
  { applicationId, contactId }: ContactKey,
  { emailKey }: Agreement,
  now: Date,
): Promise<void> {
  await sql`
    insert into consent (application_id, contact_id, channel, status, source, since)
    values (${applicationId}, ${contactId}, ${CHANNEL}, 'subscribed', ${SOURCE}, ${now})
    on conflict (application_id, contact_id, channel)
      do update set status = excluded.status, source = excluded.source, since = excluded.since`.execute(db)
  await db
    .deleteFrom('suppression')
    .where(eb => eb.and({ application_id: applicationId, channel: CHANNEL, address_key: emailKey }))
    .where('reason', '=', 'unsubscribe')
    .execute()
}

interface ChangedTopic {
  topicId: string
  topicName: string
}

/** Returns the topics that were joined; a topic that has been deleted is ignored. */
async function joinTopics(
  db: Db,
  { applicationId, contactId }: ContactKey,
  { topics, emailKey, isConfirmed }: Agreement,
  now: Date,
): Promise<ChangedTopic[]> {
  const { rows } = await sql<ChangedTopic>`
    with named as materialized (
      select topic_id, name from topic where application_id = ${applicationId} and topic_id = any(${[...topics]}::uuid[])
    ), chosen as materialized (
      select t.topic_id, t.name from named t
      where ${isConfirmed} or not (
        exists (select 1 from topic_consent c where c.application_id = ${applicationId} and c.topic_id = t.topic_id
          and c.contact_id = ${contactId} and c.status = 'unsubscribed')
        or exists (select 1 from topic_departure d where d.application_id = ${applicationId} and d.topic_id = t.topic_id
          and d.address_key = ${emailKey}))
    ), returned as (
      delete from topic_departure d using chosen
      where d.application_id = ${applicationId} and d.topic_id = chosen.topic_id and d.address_key = ${emailKey}
    ), joined as (
      insert into topic_consent (application_id, contact_id, topic_id, status, source, since)
      select ${applicationId}::uuid, ${contactId}::uuid, topic_id, 'subscribed', ${SOURCE}, ${now}::timestamptz from chosen
      on conflict (application_id, contact_id, topic_id)
        do update set status = excluded.status, source = excluded.source, since = excluded.since
    )
    select topic_id as "topicId", name as "topicName" from chosen order by lower(name)`.execute(db)
  return rows
}

/** Topics that a new contact was offered and did not choose. */
async function leaveTopics(
  db: Db,
  { applicationId, contactId }: ContactKey,
  { refused, emailKey }: Agreement,
  now: Date,
): Promise<ChangedTopic[]> {
  const { rows } = await sql<ChangedTopic>`
    with refused as materialized (
      select topic_id, name from topic
      where application_id = ${applicationId} and topic_id = any(${[...refused]}::uuid[])
    ), departed as (
      insert into topic_departure (application_id, topic_id, address_key, created_at)
      select ${applicationId}::uuid, topic_id, ${emailKey}, ${now}::timestamptz from refused
      on conflict do nothing
    ), left_now as (
      insert into topic_consent (application_id, contact_id, topic_id, status, source, since)
      select ${applicationId}::uuid, ${contactId}::uuid, topic_id, 'unsubscribed', ${SOURCE}, ${now}::timestamptz from refused
      on conflict do nothing
    )
    select topic_id as "topicId", name as "topicName" from refused order by lower(name)`.execute(db)
  return rows
}

interface Change {
  topicId: string | null
  topicName: string | null
  status: string
  form: SignUpProof
}

async function insertHistory(
  db: Db,
  { applicationId, contactId }: ContactKey,
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  await db
    .insertInto('consent_change')
    .values(
      changes.map(({ topicId, topicName, status, form }) => ({
        application_id: applicationId,
        contact_id: contactId,
        change_id: uuidv7(now),
        channel: CHANNEL,
        topic_id: topicId,
        topic_name: topicName,
        status,
        source: SOURCE,
        form: JSON.stringify(form),
        at: now,
      })),
    )
    .execute()
}
