/** Unsubscriptions of contacts, kept for the addresses that they had. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** An unsubscription outlives the contact, and a change of its address: it is stored for the addresses that the contact had. */
export async function storeUnsubscribedAddresses(
  db: Db,
  applicationId: string,
  contactIds: readonly string[],
  now: Date,
): Promise<void> {
  const address = sql`case when k.channel = 'email' then c.email_key when k.channel in ('sms', 'whatsapp') then c.phone_number end`
  await sql`
    insert into suppression (application_id, channel, address_key, reason, created_at)
    select distinct on (k.channel, ${address}) k.application_id, k.channel, ${address}, 'unsubscribe', ${now}::timestamptz
    from consent k join contact c on c.application_id = k.application_id and c.contact_id = k.contact_id
    where k.application_id = ${applicationId} and k.contact_id = any(${[...contactIds]}::uuid[])
      and k.status = 'unsubscribed' and ${address} is not null
    on conflict do nothing`.execute(db)
  await sql`
    insert into topic_departure (application_id, topic_id, address_key, created_at)
    select distinct on (k.topic_id, c.email_key) k.application_id, k.topic_id, c.email_key, ${now}::timestamptz
    from topic_consent k join contact c on c.application_id = k.application_id and c.contact_id = k.contact_id
    where k.application_id = ${applicationId} and k.contact_id = any(${[...contactIds]}::uuid[])
      and k.status = 'unsubscribed' and c.email_key is not null
    on conflict do nothing`.execute(db)
}
