/**
 * Replies of recipients: STOP leaves the channel, START brings back those who left by STOP. Early, late and duplicate replies are harmless.
 * A number without a contact is remembered too: it may be imported tomorrow.
 */
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema/tables.ts'
import { noteGrowth } from '../contacts/growth.ts'

export interface Reply {
  applicationId: string
  status: 'subscribed' | 'unsubscribed'
  channel: string
  /** The number that replied, in each form in which it may be stored; E.164 first. */
  phones: readonly string[]
  /** The contacts with this number. */
  contactIds: readonly string[]
  /** The reply's keyword, and an id that is the same however often the reply arrives. */
  text: string
  changeId: string
  at: Date
}

const BY_REPLY = 'reply'

/** Applies a reply in a transaction of its own. */
export async function changeByReply({ kysely }: Database, reply: Reply): Promise<void> {
  await kysely.transaction().execute(tx => (reply.status === 'unsubscribed' ? stop(tx, reply) : start(tx, reply)))
}

/** Contacts who left in another way keep that: START does not bring them back. */
async function stop(db: Db, reply: Reply): Promise<void> {
  const { applicationId, channel, phones, contactIds, text, at } = reply
  const changed = await sql<{ contact_id: string }>`
    insert into consent as c (application_id, contact_id, channel, status, source, since)
    select ${applicationId}, contact_id, ${channel}, 'unsubscribed', ${BY_REPLY}, ${at}
    from unnest(${contactIds}::uuid[]) as k(contact_id) order by contact_id
    on conflict (application_id, contact_id, channel) do update
      set status = excluded.status, source = excluded.source, since = excluded.since
      where c.status = 'subscribed' and c.since <= excluded.since
    returning contact_id`.execute(db)
  await noteGrowth(
    db,
    applicationId,
    'departed',
    changed.rows.map(() => at),
  )
  await insertReplies(db, reply, changed.rows)
  await sql`
    insert into suppression (application_id, channel, address_key, reason, detail, source, created_at)
    select ${applicationId}, ${channel}, k.phone, 'unsubscribe', ${text.trim().slice(0, 40)}, ${BY_REPLY}, ${at}
    from unnest(${phones}::text[]) with ordinality as k(phone, n)
    where case when ${contactIds.length} = 0 then k.n = 1 else exists (
      select 1 from contact p join consent c on c.application_id = p.application_id and c.contact_id = p.contact_id
        and c.channel = ${channel} and c.status = 'unsubscribed'
      where p.application_id = ${applicationId} and p.contact_id = any (${contactIds}::uuid[])
        and p.phone_number = k.phone) end
    order by k.phone
    on conflict do nothing`.execute(db)
}

/** Also stored for contacts who had not left: an earlier STOP that arrives later is then recognized as older. */
async function start(db: Db, reply: Reply): Promise<void> {
  const { applicationId, channel, phones, contactIds, at } = reply
  const returned = await sql<{ contact_id: string }>`
    update consent set status = 'subscribed', since = ${at}
    where application_id = ${applicationId} and channel = ${channel} and contact_id = any (${contactIds}::uuid[])
      and status = 'unsubscribed' and source = ${BY_REPLY} and since <= ${at}
    returning contact_id`.execute(db)
  await insertReplies(db, reply, returned.rows)
  await sql`
    insert into consent as c (application_id, contact_id, channel, status, source, since)
    select ${applicationId}, contact_id, ${channel}, 'subscribed', ${BY_REPLY}, ${at}
    from unnest(${contactIds}::uuid[]) as k(contact_id) order by contact_id
    on conflict (application_id, contact_id, channel) do update set since = excluded.since
      where c.status = 'subscribed' and c.since <= excluded.since`.execute(db)
  await db
    .deleteFrom('suppression')
    .where(eb => eb.and({ application_id: applicationId, channel }))
    .where('address_key', 'in', [...phones])
    .where(eb => eb.and({ reason: 'unsubscribe', source: BY_REPLY }))
    .where('created_at', '<=', at)
    .execute()
}

async function insertReplies(
  db: Db,
  { applicationId, channel, status, text, changeId, at }: Reply,
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
