/** SQL for the messages and contacts to which reports and replies refer. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { HANDED_OVER } from '../../engine/states.ts'

/** The run in a bounce address; undefined for one that does not exist. */
export async function selectRunOfBounce(db: Db, runId: string): Promise<{ applicationId: string } | undefined> {
  return db.selectFrom('run').where('run_id', '=', runId).select('application_id as applicationId').executeTakeFirst()
}

/** The number of messages that an application sent in runs since then, by the runs' counters. */
export async function selectMessagesSent(db: Db, applicationId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(c.n), 0)::float8 as n from run r
    join run_counter c on c.application_id = r.application_id and c.run_id = r.run_id
    where r.application_id = ${applicationId} and r.created_at > ${since} and c.state = any(${HANDED_OVER}::int[])`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export interface NamedMessage {
  providerMessageId: string
  address: string
}

export interface FoundMessage extends NamedMessage {
  runId: string
  seq: number
}

/**
 * Messages by the provider's id for them and their recipient. The query uses the few deliveries of the recipient: an index of all ids would
 * cost time for every message of every provider, and hardly any provider needs it.
 */
export async function selectNamedMessages(
  db: Db,
  applicationId: string,
  named: readonly NamedMessage[],
): Promise<FoundMessage[]> {
  const { rows } = await sql<FoundMessage>`
    select n.name as "providerMessageId", n.address, d.run_id as "runId", d.seq
    from unnest(${named.map(each => each.providerMessageId)}::text[], ${named.map(each => each.address)}::text[]) as n(name, address)
    cross join lateral (
      select contact_id from contact where application_id = ${applicationId} and email_key = lower(n.address)
      union select contact_id from contact where application_id = ${applicationId}
        and phone_number in (n.address, '+' || ltrim(n.address, '+'))
    ) c
    join delivery d on d.application_id = ${applicationId} and d.contact_id = c.contact_id
    join attempt a on a.application_id = ${applicationId} and a.run_id = d.run_id and a.seq = d.seq
      and a.provider_message_id = n.name`.execute(db)
  return rows
}

/** The last message that was sent to one of the numbers in the given period: the one that a reply answers. */
export async function selectAnswered(
  db: Db,
  {
    applicationId,
    channel,
    contactIds,
    phones,
  }: { applicationId: string; channel: string; contactIds: readonly string[]; phones: readonly string[] },
  { after, before }: { after: Date; before: Date },
): Promise<{ runId: string; seq: number } | undefined> {
  return db
    .selectFrom('delivery as d')
    .innerJoin('run as r', join =>
      join.onRef('r.application_id', '=', 'd.application_id').onRef('r.run_id', '=', 'd.run_id'),
    )
    .where('d.application_id', '=', applicationId)
    .where('d.contact_id', 'in', [...contactIds])
    .where('d.address', 'in', [...phones])
    .where('d.sent_at', '>', after)
    .where('d.sent_at', '<=', before)
    .where('r.channel', '=', channel)
    .orderBy('d.sent_at', 'desc')
    .select(['d.run_id as runId', 'd.seq'])
    .limit(1)
    .executeTakeFirst()
}

export async function selectContactsByPhone(
  db: Db,
  applicationId: string,
  phones: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where('phone_number', 'in', [...phones])
    .select('contact_id')
    .orderBy('contact_id')
    .execute()
  return rows.map(row => row.contact_id)
}
