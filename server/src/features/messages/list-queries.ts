/** SQL that lists messages for the programs that sent them. */
import { sql } from 'kysely'
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Db } from '../../db/schema/tables.ts'
import { uuidv7Floor } from '../../lib/uuid.ts'

export interface MessageRow {
  messageId: string
  runId: string
  /** State of the delivery that got furthest; for a mail with copies, of the mail itself. */
  seq: number
  channel: Channel
  streamName: string
  stream: string
  topicId: string | null
  receiver: string
  contactId: string | null
  address: string | null
  idempotencyKey: string | null
  createdAt: Date
  sendAt: Date | null
  tags: string[] | null
  metadata: Record<string, string> | null
  /** Null once the details of its month are gone. */
  state: number | null
  reason: number | null
  attempts: number | null
  openedAt: Date | null
  clickedAt: Date | null
  unsubscribedAt: Date | null
  dismissedAt: Date | null
}

export interface MessageFilter {
  /** Ids of contacts, and addresses. */
  receivers?: readonly string[] | undefined
  key?: string | undefined
  tag?: string | undefined
  channel?: Channel | undefined
  /** Only streams with deliveries in these states: others have no message of the requested status. */
  counters?: readonly number[] | undefined
  before?: string | undefined
  /** Accepted at this moment or later. */
  since?: Date | undefined
}

/**
 * One message, or those that match, newest first and without test sends. Fewer than `limit` means that there are no more: key, tag and
 * receiver have indexes in the order of the list; without them all messages are walked in that order.
 */
export async function selectMessages(
  db: Db,
  applicationId: string,
  which: MessageFilter | { messageId: string },
  limit: number,
): Promise<MessageRow[]> {
  const { tag = null } = 'messageId' in which ? {} : which
  const messages =
    tag === null
      ? sql`message m where m.application_id = ${applicationId}`
      : sql`message_tag t join message m on m.application_id = ${applicationId} and m.message_id = t.message_id
          where t.application_id = ${applicationId} and t.tag = ${tag}`
  const fits = 'messageId' in which ? sql`and m.message_id = ${which.messageId}` : filtered(applicationId, which)
  const order = sql.ref(tag === null ? 'm.message_id' : 't.message_id')
  const { rows } = await sql<MessageRow>`
    with chosen as materialized (
      select m.* from ${messages} ${fits}
        and m.run_id <> all (array(select run_id from run where application_id = ${applicationId} and is_test))
      order by ${order} desc limit ${limit}
    )
    select m.message_id as "messageId", m.run_id as "runId", coalesce(d.seq, m.seq) as seq, r.channel, r.name as "streamName", r.stream,
      r.topic_id as "topicId", m.receiver, m.contact_id as "contactId", d.address, m.idempotency_key as "idempotencyKey",
      m.created_at as "createdAt", m.send_at as "sendAt", m.tags, m.metadata, d.state, d.reason, d.attempts,
      nullif(d.opened_at, '-infinity') as "openedAt", nullif(d.clicked_at, '-infinity') as "clickedAt",
      nullif(d.unsubscribed_at, '-infinity') as "unsubscribedAt", nullif(d.dismissed_at, '-infinity') as "dismissedAt"
    from chosen m
    join run r on r.application_id = ${applicationId} and r.run_id = m.run_id
    left join lateral (
      select * from delivery d where d.application_id = ${applicationId} and d.run_id = m.run_id
        and d.seq between m.seq and m.seq + case when m.copies is null then m.deliveries - 1 else 0 end
      order by d.state desc, d.seq limit 1
    ) d on true
    order by m.message_id desc`.execute(db)
  return rows
}

function filtered(applicationId: string, { receivers, key, tag, channel, counters, before, since }: MessageFilter) {
  const id = sql.ref(tag === undefined ? 'm.message_id' : 't.message_id')
  const ofChannel = channel === undefined ? sql`` : sql`and r.channel = ${channel}`
  const withCount =
    counters === undefined
      ? sql``
      : sql`and r.run_id in (select c.run_id from run_counter c where c.application_id = ${applicationId}
          and c.state = any (${[...counters]}::smallint[]) group by c.run_id having sum(c.n) > 0)`
  return sql.join(
    [
      before === undefined ? sql`` : sql`and ${id} < ${before}`,
      since === undefined ? sql`` : sql`and ${id} >= ${uuidv7Floor(since)}`,
      receivers === undefined ? sql`` : sql`and m.receiver = any (${[...receivers]}::text[]) and m.receiver <> ''`,
      key === undefined ? sql`` : sql`and m.idempotency_key = ${key}`,
      // Written as a condition on the value, so that the planner walks in the order of the list and stops with the page.
      channel === undefined && counters === undefined
        ? sql``
        : sql`and (m.run_id = any (array(select r.run_id from run r
            where r.application_id = ${applicationId} and r.stream is not null ${ofChannel} ${withCount}))) is true`,
    ],
    sql` `,
  )
}

/** Contacts with this id (ours, or the application's own) or with this address. */
export async function selectContactIds(db: Db, applicationId: string, named: string): Promise<string[]> {
  const key = named.toLowerCase()
  const { rows } = await sql<{ contactId: string }>`
    select contact_id as "contactId" from contact
    where application_id = ${applicationId}
      and (external_user_id = ${named} or email_key = ${key} or phone_number = ${named}) limit 100`.execute(db)
  return rows.map(row => row.contactId)
}
