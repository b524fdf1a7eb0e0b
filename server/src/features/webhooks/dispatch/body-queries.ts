/** SQL of the values in bodies. They are read when a request is made, so that no personal data is stored for it. */
import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { DueMessage } from './message-queries.ts'

export interface MessageFacts {
  messageId: string
  campaignId: string | null
  campaignName: string | null
  contactId: string | null
  /** Null once the contact is gone. */
  externalUserId: string | null
  /** Empty once the person is erased. */
  address: string | null
  /** Of a click. */
  linkNo: number | null
  linkUrl: string | null
  /** Of a message that a program sent. */
  ownId: string | null
  tags: string[] | null
  metadata: Record<string, string> | null
}

/** For messages of campaigns. Looked up one by one by key: a join would read whole runs while the planner knows nothing of them. */
export async function selectMessageFacts(
  db: Db,
  applicationId: string,
  messages: readonly DueMessage[],
): Promise<Map<string, MessageFacts>> {
  const asked = messages.filter(({ runId }) => runId !== null)
  if (asked.length === 0) return new Map()
  const { rows } = await prepared(
    'webhook-facts',
    sql<MessageFacts>`
      select m."messageId", case when r.stream is null then r.campaign_id end as "campaignId", r.name as "campaignName",
        case when d.contact_id is distinct from own.message_id then d.contact_id end as "contactId",
        own.message_id as "ownId", own.tags, own.metadata,
        c.external_user_id as "externalUserId", d.address, e.link as "linkNo",
        coalesce(l.url, own.links -> e.link ->> 'url') as "linkUrl"
      from unnest(${asked.map(each => each.messageId)}::uuid[], ${asked.map(each => each.runId)}::uuid[], ${asked.map(each => each.seq)}::int[],
        ${asked.map(each => each.eventId)}::uuid[]) as m("messageId", "runId", seq, "eventId")
      left join run r on r.application_id = ${applicationId} and r.run_id = m."runId"
      left join lateral (
        select contact_id, address from delivery
        where application_id = ${applicationId} and run_id = m."runId" and seq = m.seq limit 1
      ) d on true
      left join lateral (
        select external_user_id from contact where application_id = ${applicationId} and contact_id = d.contact_id limit 1
      ) c on true
      left join lateral (
        select (detail ->> 'link')::int as link from event
        where application_id = ${applicationId} and run_id = m."runId" and seq = m.seq and event_id = m."eventId" limit 1
      ) e on true
      left join lateral (
        select url from run_link where application_id = ${applicationId} and run_id = m."runId" and no = e.link limit 1
      ) l on true
      left join lateral (
        select message_id, tags, metadata, data -> 'links' as links from message
        where r.stream is not null and application_id = ${applicationId} and run_id = m."runId" and seq <= m.seq
          and seq + deliveries > m.seq
        order by seq desc limit 1
      ) own on true`,
  ).execute(db)
  return new Map(rows.map(row => [row.messageId, row]))
}
