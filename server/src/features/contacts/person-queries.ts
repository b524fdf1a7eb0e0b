/** SQL of everything that is stored about one person. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { SignUpProof } from '@notifly/contracts/consent/consent'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { ContactKey } from '../../people/contacts/contacts.ts'

interface DeliveryRow {
  run_id: string
  seq: number
  channel: Channel
  campaign: string
  address: string
  state: number
  reason: number
  attempts: number
  sent_at: Date | null
  events: { kind: number; at: string; source: string; detail: unknown }[]
}

/** Newest first, each with its events in order. */
export async function selectDeliveriesOf(db: Db, { applicationId, contactId }: ContactKey): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.run_id, d.seq, r.channel, r.name as campaign, d.address, d.state, d.reason, d.attempts,
      nullif(d.sent_at, '-infinity') as sent_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at, 'source', e.source, 'detail', e.detail)
          order by e.at, e.event_id)
        from event e where e.application_id = d.application_id and e.run_id = d.run_id and e.seq = d.seq), '[]') as events
    from delivery d join run r on r.application_id = d.application_id and r.run_id = d.run_id
    where d.application_id = ${applicationId} and d.contact_id = ${contactId}
    order by d.run_id desc, d.seq desc`.execute(db)
  return rows
}

/** Messages that programs sent to the person, with their merge values, newest first. */
export async function selectMessagesOf(db: Db, { applicationId, contactId }: ContactKey) {
  const { rows } = await sql<{
    id: string
    run_id: string
    seq: number
    data: Record<string, unknown>
    metadata: Record<string, unknown>
    tags: string[]
  }>`
    select message_id as id, run_id, seq, coalesce(data - 'files', '{}') as data, coalesce(metadata, '{}') as metadata,
      coalesce(tags, '{}') as tags from message
    where application_id = ${applicationId} and receiver = ${contactId} order by message_id desc`.execute(db)
  return rows
}

/** What the person agreed to with sign-up forms, newest first. */
export async function selectSignUpsOf(db: Db, { applicationId, contactId }: ContactKey): Promise<SignUpProof[]> {
  const { rows } = await sql<{ form: SignUpProof }>`
    select form from consent_change
    where application_id = ${applicationId} and contact_id = ${contactId} and form is not null and topic_name is null
    order by at desc, change_id desc`.execute(db)
  return rows.map(row => row.form)
}

/** Events that programs reported for the person, newest first. */
export async function selectEventsOf(db: Db, { applicationId, contactId }: ContactKey) {
  const { rows } = await sql<{ name: string; at: Date; properties: Record<string, unknown> }>`
    select name, occurred_at as at, properties from contact_event
    where application_id = ${applicationId} and contact_id = ${contactId}
    order by occurred_at desc, event_id desc`.execute(db)
  return rows
}

/** Removes the links of test messages that contain one of the values. */
export async function eraseTestLinks(db: Db, applicationId: string, values: readonly string[]): Promise<void> {
  const written = values.filter(value => value !== '').flatMap(value => [value, encodeURIComponent(value)])
  await sql`
    delete from test_link where application_id = ${applicationId}
      and exists (select from unnest(${written}::text[]) as value where position(lower(value) in lower(addresses::text)) > 0)`.execute(
    db,
  )
}
