/** SQL of one contact's consent. What recipients choose themselves is written by engine/events/audience-queries.ts. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

type Db = Kysely<Tables>

export interface ContactKey {
  applicationId: string
  contactId: string
}

/** The contact's addresses, held against concurrent changes until the transaction ends where `lock` says so. */
export function selectContact(db: Db, { applicationId, contactId }: ContactKey, lock = false) {
  return db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where('contact_id', '=', contactId)
    .select(['email_key', 'phone_number'])
    .$if(lock, query => query.forNoKeyUpdate())
    .executeTakeFirst()
}

export function selectConsents(db: Db, { applicationId, contactId }: ContactKey) {
  return db
    .selectFrom('consent')
    .where('application_id', '=', applicationId)
    .where('contact_id', '=', contactId)
    .select(['channel', 'status', 'source', 'since'])
    .execute()
}

/** Channels on which the contact has a device that takes messages. */
export function selectDeviceChannels(db: Db, { applicationId, contactId }: ContactKey) {
  return db
    .selectFrom('device')
    .where('application_id', '=', applicationId)
    .where('contact_id', '=', contactId)
    .where('retired_at', 'is', null)
    .select('channel')
    .distinct()
    .execute()
}

export function selectSuppressionReasons(db: Db, applicationId: string, addresses: readonly string[]) {
  return db
    .selectFrom('suppression')
    .where('application_id', '=', applicationId)
    .where('address_key', 'in', [...addresses, ''])
    .select(['channel', 'address_key', 'reason', 'created_at'])
    .execute()
}

export interface TopicStanding {
  topic_id: string
  name: string
  description: string
  status: string | null
  source: string | null
  since: Date | null
}

/** Every topic with what the contact, or whoever had the address before, chose about it. */
export async function selectTopicStandings(
  db: Db,
  { applicationId, contactId }: ContactKey,
  address: string | null,
): Promise<TopicStanding[]> {
  const { rows } = await sql<TopicStanding>`
    select t.topic_id, t.name, t.description,
      case when c.status = 'unsubscribed' or d.address_key is not null then 'unsubscribed' else c.status end as status,
      case when c.status = 'unsubscribed' or d.address_key is null then c.source else 'link' end as source,
      case when c.status = 'unsubscribed' or d.address_key is null then c.since else d.created_at end as since
    from topic t
    left join topic_consent c on c.application_id = t.application_id and c.topic_id = t.topic_id
      and c.contact_id = ${contactId}
    left join topic_departure d on d.application_id = t.application_id and d.topic_id = t.topic_id
      and d.address_key = ${address}
    where t.application_id = ${applicationId}
    order by lower(t.name), t.topic_id`.execute(db)
  return rows
}

const HISTORY_MAX = 100

export async function selectHistory(db: Db, { applicationId, contactId }: ContactKey) {
  return db
    .selectFrom('consent_change as c')
    .leftJoin('topic as t', join =>
      join.onRef('t.application_id', '=', 'c.application_id').onRef('t.topic_id', '=', 'c.topic_id'),
    )
    .leftJoin('run as r', join =>
      join.onRef('r.application_id', '=', 'c.application_id').onRef('r.run_id', '=', 'c.run_id'),
    )
    .leftJoin('account as a', join => join.onRef('a.account_id', '=', 'c.account_id').on('a.erased_at', 'is', null))
    .where('c.application_id', '=', applicationId)
    .where('c.contact_id', '=', contactId)
    .select([
      'c.change_id',
      'c.channel',
      't.topic_id',
      'c.topic_name',
      'c.status',
      'c.source',
      'c.reason',
      'c.account_id',
      'a.name as account_name',
      'r.run_id',
      'r.name as run_name',
      'r.channel as run_channel',
      'c.at',
    ])
    .orderBy('c.at', 'desc')
    .orderBy('c.change_id', 'desc')
    .limit(HISTORY_MAX)
    .execute()
}

export function selectTopicName(db: Db, applicationId: string, topicId: string) {
  return db
    .selectFrom('topic')
    .where('application_id', '=', applicationId)
    .where('topic_id', '=', topicId)
    .select('name')
    .executeTakeFirst()
}

export interface ChangeByHand extends ContactKey {
  changeId: string
  channel: string
  topic: { id: string; name: string } | null
  status: 'subscribed' | 'unsubscribed'
  /** Null where the contact has none on the channel. */
  address: string | null
  accountId: string
  reason: string
  now: Date
}

const SOURCE = 'dashboard'

/** Everything on a channel: the contact's wish, and the address's. */
export async function writeChannelChange(db: Db, change: ChangeByHand): Promise<void> {
  const { applicationId, contactId, channel, status, address, now } = change
  await sql`
    insert into consent (application_id, contact_id, channel, status, source, since)
    values (${applicationId}, ${contactId}, ${channel}, ${status}, ${SOURCE}, ${now})
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

/** The same for one topic. */
export async function writeTopicChange(db: Db, change: ChangeByHand, topicId: string): Promise<void> {
  const { applicationId, contactId, status, address, now } = change
  await sql`
    insert into topic_consent (application_id, contact_id, topic_id, status, source, since)
    values (${applicationId}, ${contactId}, ${topicId}, ${status}, ${SOURCE}, ${now})
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

export async function insertHistory(db: Db, change: ChangeByHand): Promise<void> {
  await db
    .insertInto('consent_change')
    .values({
      application_id: change.applicationId,
      contact_id: change.contactId,
      change_id: change.changeId,
      channel: change.channel,
      topic_id: change.topic?.id ?? null,
      topic_name: change.topic?.name ?? null,
      status: change.status,
      source: SOURCE,
      account_id: change.accountId,
      reason: change.reason,
      run_id: null,
      at: change.now,
    })
    .execute()
}

export interface Reply {
  applicationId: string
  channel: string
  phones: readonly string[]
  contactIds: readonly string[]
  text: string
  changeId: string
  at: Date
}

const BY_REPLY = 'reply'

/** Whoever had left by another way keeps that way; START will not bring them back. */
export async function stopByReply(db: Db, reply: Reply): Promise<void> {
  const { applicationId, channel, phones, contactIds, text, at } = reply
  const changed = await sql<{ contact_id: string }>`
    insert into consent as c (application_id, contact_id, channel, status, source, since)
    select ${applicationId}, contact_id, ${channel}, 'unsubscribed', ${BY_REPLY}, ${at}
    from unnest(${contactIds}::uuid[]) as k(contact_id) order by contact_id
    on conflict (application_id, contact_id, channel) do update
      set status = excluded.status, source = excluded.source, since = excluded.since
      where c.status = 'subscribed' and c.since <= excluded.since
    returning contact_id`.execute(db)
  await insertReplies(db, reply, 'unsubscribed', changed.rows)
  await sql`
    insert into suppression (application_id, channel, address_key, reason, detail, source, created_at)
    select ${applicationId}, ${channel}, k.phone, 'unsubscribe', ${text.trim().slice(0, 40)}, ${BY_REPLY}, ${at}
    from unnest(${phones}::text[]) with ordinality as k(phone, n)
    where case when ${contactIds.length} = 0 then k.n = 1 else exists (
      select from contact p join consent c on c.application_id = p.application_id and c.contact_id = p.contact_id
        and c.channel = ${channel} and c.status = 'unsubscribed'
      where p.application_id = ${applicationId} and p.contact_id = any (${contactIds}::uuid[])
        and p.phone_number = k.phone) end
    order by k.phone
    on conflict do nothing`.execute(db)
}

/** Noted for those who had not left as well: a STOP from before that comes later is then known to be the older wish. */
export async function startByReply(db: Db, reply: Reply): Promise<void> {
  const { applicationId, channel, phones, contactIds, at } = reply
  const returned = await sql<{ contact_id: string }>`
    update consent set status = 'subscribed', since = ${at}
    where application_id = ${applicationId} and channel = ${channel} and contact_id = any (${contactIds}::uuid[])
      and status = 'unsubscribed' and source = ${BY_REPLY} and since <= ${at}
    returning contact_id`.execute(db)
  await insertReplies(db, reply, 'subscribed', returned.rows)
  await sql`
    insert into consent as c (application_id, contact_id, channel, status, source, since)
    select ${applicationId}, contact_id, ${channel}, 'subscribed', ${BY_REPLY}, ${at}
    from unnest(${contactIds}::uuid[]) as k(contact_id) order by contact_id
    on conflict (application_id, contact_id, channel) do update set since = excluded.since
      where c.status = 'subscribed' and c.since <= excluded.since`.execute(db)
  await db
    .deleteFrom('suppression')
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
    .where('address_key', 'in', [...phones])
    .where('reason', '=', 'unsubscribe')
    .where('source', '=', BY_REPLY)
    .where('created_at', '<=', at)
    .execute()
}

async function insertReplies(
  db: Db,
  { applicationId, channel, text, changeId, at }: Reply,
  status: string,
  contacts: readonly { contact_id: string }[],
): Promise<void> {
  if (contacts.length === 0) return
  await db
    .insertInto('consent_change')
    .values(
      contacts.map(({ contact_id }) => ({
        application_id: applicationId,
        contact_id,
        change_id: changeId,
        channel,
        topic_id: null,
        topic_name: null,
        status,
        source: BY_REPLY,
        account_id: null,
        reason: text.trim().slice(0, 40),
        run_id: null,
        at,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
