/** Events of contacts: stored once, recognised when they come again, and removed with their contact. */
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema/tables.ts'

export type EventValue = string | number | boolean

export interface NewEvent {
  eventId: string
  contactId: string
  name: string
  occurredAt: Date
  properties: Readonly<Record<string, EventValue>>
  sizeBytes: number
}

/** Contacts as senders name them: by the owner's ids, or by ours. */
export interface NamedContacts {
  externalIds: readonly string[]
  contactIds: readonly string[]
}

/**
 * The ids of the contacts that exist, by either name. Until the transaction ends they can be changed but not deleted: no event is stored
 * for a deleted contact.
 */
export async function holdContacts(
  db: Db,
  applicationId: string,
  { externalIds, contactIds }: NamedContacts,
): Promise<{ byExternalId: Map<string, string>; byId: Set<string> }> {
  // One statement, in the order in which contacts are deleted: no two transactions wait for each other.
  const fits = [
    ...(externalIds.length > 0 ? [sql`external_user_id = any(${[...externalIds]}::text[])`] : []),
    ...(contactIds.length > 0 ? [sql`contact_id = any(${[...contactIds]}::uuid[])`] : []),
  ]
  if (fits.length === 0) return { byExternalId: new Map(), byId: new Set() }
  const by = fits.length === 2 ? 'both' : externalIds.length > 0 ? 'external' : 'id'
  const { rows } = await prepared(
    `hold-contacts-${by}`,
    sql<{ contact_id: string; external_user_id: string | null }>`
      select contact_id, external_user_id from contact
      where application_id = ${applicationId} and (${sql.join(fits, sql` or `)}) order by contact_id for key share`,
  ).execute(db)
  return {
    byExternalId: new Map(rows.map(row => [row.external_user_id ?? '', row.contact_id])),
    byId: new Set(rows.map(row => row.contact_id)),
  }
}

/**
 * Stores ids of events, as hashes, each once. Returns those that were new: of two transactions with the same id the second
 * waits for the first, and has it only if that one is undone.
 */
export async function takeReceipts(
  db: Db,
  applicationId: string,
  hashes: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  // In one order everywhere, so that no two wait for each other.
  const { rows } = await prepared(
    'event-receipts',
    sql<{ id_hash: string }>`
      insert into event_receipt (application_id, id_hash, received_at)
      select ${applicationId}::uuid, hash, ${now}::timestamptz from unnest(${[...hashes].toSorted()}::uuid[]) as sent(hash)
      on conflict do nothing returning id_hash`,
  ).execute(db)
  return new Set(rows.map(row => row.id_hash))
}

/** Gives ids back that were taken for events which are not stored after all. */
export async function returnReceipts(db: Db, applicationId: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await sql`
    delete from event_receipt where application_id = ${applicationId} and id_hash = any(${[...hashes]}::uuid[])`.execute(
    db,
  )
}

/** Events per statement: a larger one would block other writers for too long. */
const STATEMENT_BYTES = 262_144

/**
 * Stores and counts events, and checks them against goals of campaigns. The caller has put their names into the catalogue and locked their
 * contacts.
 */
export async function storeEvents(db: Db, applicationId: string, events: readonly NewEvent[]): Promise<void> {
  let [some, bytes]: [NewEvent[], number] = [[], 0]
  for (const event of events) {
    if (bytes >= STATEMENT_BYTES) {
      await storeSome(db, applicationId, some)
      ;[some, bytes] = [[], 0]
    }
    some.push(event)
    bytes += event.sizeBytes
  }
  if (some.length > 0) await storeSome(db, applicationId, some)
}

async function storeSome(db: Db, applicationId: string, events: readonly NewEvent[]): Promise<void> {
  const column = <Value>(valueOf: (event: NewEvent) => Value): Value[] => events.map(valueOf)
  const statement = sql`
    with added as (
      insert into contact_event (application_id, contact_id, occurred_at, event_id, name, properties, size_bytes)
      select ${applicationId}::uuid, contact_id, occurred_at, event_id, name, properties::jsonb, size_bytes
      from unnest(
        ${column(event => event.contactId)}::uuid[], ${column(event => event.occurredAt.toISOString())}::timestamptz[],
        ${column(event => event.eventId)}::uuid[], ${column(event => event.name)}::text[],
        ${column(event => JSON.stringify(event.properties))}::text[], ${column(event => event.sizeBytes)}::int[]
      ) as sent(contact_id, occurred_at, event_id, name, properties, size_bytes)
      returning contact_id, occurred_at, event_id, name, size_bytes
    ), wanted as (
      select name from (select distinct name from added) as named
      where exists (select 1 from run r
        where r.application_id = ${applicationId} and r.goal is not null and r.goal ->> 'event' = named.name)
    ), checks as (
      insert into goal_check (application_id, event_id, contact_id, occurred_at, due_at)
      select ${applicationId}::uuid, event_id, contact_id, occurred_at, '-infinity' from added
      where name in (select name from wanted)
    ), counted as (
      insert into event_delta (application_id, name, day, n, bytes, first_at, last_at)
      select ${applicationId}::uuid, name, (occurred_at at time zone 'UTC')::date as day, count(*), sum(size_bytes),
        min(occurred_at), max(occurred_at)
      from added group by name, day
    )
    select 1`
  await prepared('events-stored', statement).execute(db)
}

/** Removes the events of contacts, and takes them out of the counts. */
export async function deleteEventsOf(db: Db, applicationId: string, contactIds: readonly string[]): Promise<void> {
  await sql`
    with unlooked as (
      delete from goal_check where application_id = ${applicationId} and contact_id = any(${[...contactIds]}::uuid[])
    ), gone as (
      delete from contact_event where application_id = ${applicationId} and contact_id = any(${[...contactIds]}::uuid[])
      returning name, occurred_at, size_bytes
    ), counted as (
      insert into event_delta (application_id, name, day, n, bytes)
      select ${applicationId}::uuid, name, (occurred_at at time zone 'UTC')::date as day, -count(*), -sum(size_bytes)
      from gone group by name, day
    )
    select 1`.execute(db)
}
