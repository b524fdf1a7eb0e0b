/** How many contacts of an application each channel can reach, and how many it must not write to. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** Contacts with an active device, per channel. */
export function selectDeviceCounts(db: Db, applicationIds: string[]) {
  return db
    .selectFrom('device')
    .where('application_id', 'in', applicationIds)
    .where('retired_at', 'is', null)
    .groupBy(['application_id', 'channel'])
    .select(['application_id', 'channel', sql<number>`count(distinct contact_id)::int`.as('contacts')])
    .execute()
}

/** Contacts with an address that must not be used, per channel: unsubscribed or suppressed, each counted once. */
export async function selectUnreachable(db: Db, applicationIds: string[]) {
  const { rows } = await sql<{ application_id: string; channel: string; contacts: number }>`
    select application_id, channel, count(*) as contacts from (
      select contact.application_id, consent.channel, contact.contact_id
      from consent join contact using (application_id, contact_id)
      where consent.application_id = any(${applicationIds}::uuid[]) and consent.status = 'unsubscribed'
        and case when consent.channel = 'email' then contact.email_key is not null
          when consent.channel in ('sms', 'whatsapp') then contact.phone_number is not null
          else exists (select 1 from device where device.application_id = contact.application_id
            and device.contact_id = contact.contact_id and device.channel = consent.channel and device.retired_at is null) end
      union
      select contact.application_id, suppression.channel, contact.contact_id
      from suppression join contact on contact.application_id = suppression.application_id
        and contact.email_key = suppression.address_key
      where suppression.application_id = any(${applicationIds}::uuid[]) and suppression.channel = 'email'
      union
      select contact.application_id, suppression.channel, contact.contact_id
      from suppression join contact on contact.application_id = suppression.application_id
        and contact.phone_number = suppression.address_key
      where suppression.application_id = any(${applicationIds}::uuid[]) and suppression.channel in ('sms', 'whatsapp')
    ) as unreachable
    group by application_id, channel`.execute(db)
  return rows
}
