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
