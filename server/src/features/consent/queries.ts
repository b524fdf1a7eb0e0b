/** SQL of what a contact chose, and of its history. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { ContactKey } from '../../people/contacts/contacts.ts'

export function selectContact(db: Db, { applicationId, contactId }: ContactKey) {
  return db
    .selectFrom('contact')
    .where(eb => eb.and({ application_id: applicationId, contact_id: contactId }))
    .select(['contact_id', 'email_key', 'phone_number'])
    .executeTakeFirst()
}

export interface TopicStanding {
  topic_id: string
  name: string
  description: string
  status: string | null
  source: string | null
  since: Date | null
}

/** Every topic with the choice of the contact, or of a former one with the address. */
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
    .where(eb => eb.and({ 'c.application_id': applicationId, 'c.contact_id': contactId }))
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
      'c.form',
      'c.at',
    ])
    .orderBy('c.at', 'desc')
    .orderBy('c.change_id', 'desc')
    .limit(HISTORY_MAX)
    .execute()
}
