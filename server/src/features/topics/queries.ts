/** SQL of topics. `people/consent` stores what contacts chose about them. */
import { sql } from 'kysely'
import { countRows } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

export interface TopicKey {
  applicationId: string
  topicId: string
}

export interface TopicRow {
  topic_id: string
  name: string
  description: string
  created_at: Date
  updated_at: Date
  left: number
  campaigns: number
}

/** Sorted by name; with `topicId` only that one. */
export async function selectTopics(db: Db, applicationId: string, topicId?: string): Promise<TopicRow[]> {
  const { rows: topics } = await sql<Omit<TopicRow, 'left'>>`
    select t.topic_id, t.name, t.description, t.created_at, t.updated_at,
      (select count(*)::int from campaign c where c.application_id = t.application_id
        and c.content ->> 'topic_uuid' = t.topic_id::text) as campaigns
    from topic t
    where t.application_id = ${applicationId} and (${topicId ?? null}::uuid is null or t.topic_id = ${topicId ?? null})
    order by lower(t.name), t.topic_id`.execute(db)
  const { rows: departures } = await sql<{ topic_id: string; n: number }>`
    select topic_id, count(*)::int as n from topic_consent
    where application_id = ${applicationId} and topic_id = any(${topics.map(({ topic_id }) => topic_id)}::uuid[])
      and status = 'unsubscribed' group by topic_id`.execute(db)
  const left = new Map(departures.map(({ topic_id, n }) => [topic_id, n]))
  return topics.map(topic => ({ ...topic, left: left.get(topic.topic_id) ?? 0 }))
}

export async function hasTopic(db: Db, { applicationId, topicId }: TopicKey): Promise<boolean> {
  const row = await db
    .selectFrom('topic')
    .where(eb => eb.and({ application_id: applicationId, topic_id: topicId }))
    .select('topic_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locked until the transaction ends. */
export function lockTopic(db: Db, { applicationId, topicId }: TopicKey) {
  return db
    .selectFrom('topic')
    .where(eb => eb.and({ application_id: applicationId, topic_id: topicId }))
    .select(['name', 'description'])
    .forUpdate()
    .executeTakeFirst()
}

/** Lets one writer of an application's topics run at a time, so that their number stays within the limit. Returns how many there are. */
export async function lockTopics(db: Db, applicationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`topics ${applicationId}`}, 0))`.execute(db)
  return countRows(db.selectFrom('topic').where('application_id', '=', applicationId))
}

interface TopicText {
  name: string
  description: string
}

/** Returns false if another topic has the name. */
export async function insertTopic(db: Db, key: TopicKey, text: TopicText, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('topic')
    .values({ application_id: key.applicationId, topic_id: key.topicId, ...text, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('topic_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if another topic has the name. */
export async function updateTopicRow(db: Db, key: TopicKey, text: TopicText, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update topic set name = ${text.name}, description = ${text.description}, updated_at = ${now}
    where application_id = ${key.applicationId} and topic_id = ${key.topicId}
      and not exists (select 1 from topic o where o.application_id = ${key.applicationId}
        and lower(o.name) = lower(${text.name}) and o.topic_id <> ${key.topicId})
    returning 1`.execute(db)
  return rows.length > 0
}

/** Also deletes people's choices about it; their history keeps its name. */
export async function deleteTopicRow(db: Db, { applicationId, topicId }: TopicKey): Promise<void> {
  for (const table of ['topic_consent', 'topic_departure', 'topic'] as const) {
    await db.deleteFrom(table).where('application_id', '=', applicationId).where('topic_id', '=', topicId).execute()
  }
}

/** Campaigns about it that are sending, or will. */
export async function selectOpenCampaigns(db: Db, { applicationId, topicId }: TopicKey) {
  const { rows } = await sql<{ campaign_id: string; name: string; channel: string }>`
    select campaign_id, name, channel from campaign
    where application_id = ${applicationId} and status in ('scheduled', 'pending', 'executing', 'paused')
      and content ->> 'topic_uuid' = ${topicId}
    union
    select c.campaign_id, c.name, c.channel from run r
    join campaign c on c.application_id = r.application_id and c.campaign_id = r.campaign_id
    where r.application_id = ${applicationId} and r.topic_id = ${topicId}
      and r.state in ('preparing', 'executing', 'paused', 'cancelling')
    order by name, campaign_id limit 100`.execute(db)
  return rows
}
