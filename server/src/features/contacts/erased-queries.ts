/** SQL of the hashed addresses of erased people. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

type Db = Kysely<Tables>

const hashOf = (key: string, address: RawBuilder<unknown>) =>
  sql`encode(sha256(convert_to(${key}::text || ' ' || ${address}, 'UTF8')), 'hex')`

export async function hasErased(db: Db, applicationId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from erased_address where application_id = ${applicationId})
      or exists (select from erased_departure where application_id = ${applicationId}) as found`.execute(db)
  return rows[0]?.found === true
}

/** Makes hashes of what keeps an address from being written to, and removes the addresses themselves. */
export async function hashAddresses(db: Db, applicationId: string, key: string, addresses: readonly string[]) {
  const list = [...addresses]
  await sql`
    with gone as (
      delete from suppression where application_id = ${applicationId} and address_key = any(${list}::text[])
      returning channel, address_key, reason, created_at
    )
    insert into erased_address (application_id, channel, address_hash, reason, created_at)
    select ${applicationId}::uuid, channel, ${hashOf(key, sql`address_key`)}, reason, created_at from gone
    on conflict do nothing`.execute(db)
  await sql`
    with gone as (
      delete from topic_departure where application_id = ${applicationId} and address_key = any(${list}::text[])
      returning topic_id, address_key, created_at
    )
    insert into erased_departure (application_id, topic_id, address_hash, created_at)
    select ${applicationId}::uuid, topic_id, ${hashOf(key, sql`address_key`)}, created_at from gone
    on conflict do nothing`.execute(db)
}

export function restoreOfContacts(
  db: Db,
  applicationId: string,
  key: string,
  contactIds: readonly string[],
): Promise<void> {
  const contact = (column: string) => sql`
    select ${sql.ref(column)} from contact where application_id = ${applicationId}
      and contact_id = any(${[...contactIds]}::uuid[]) and ${sql.ref(column)} is not null`
  return restore(db, applicationId, key, sql`${contact('email_key')} union ${contact('phone_number')}`)
}

export function restoreOfImport(
  db: Db,
  key: string,
  part: { applicationId: string; importId: string; firstRow: number; lastRow: number },
): Promise<void> {
  const row = (column: string) => sql`
    select ${sql.ref(column)} from import_row where import_id = ${part.importId}
      and row_no between ${part.firstRow} and ${part.lastRow} and ${sql.ref(column)} is not null`
  return restore(db, part.applicationId, key, sql`${row('email_key')} union ${row('phone_number')}`)
}

/** The hash goes once its address stands in the list again. */
async function restore(db: Db, applicationId: string, key: string, addresses: RawBuilder<unknown>): Promise<void> {
  const back = sql`back as materialized (
    select address, ${hashOf(key, sql`address`)} as hash from (${addresses}) as present(address))`
  await sql`
    with ${back}, gone as (
      delete from erased_address e using back where e.application_id = ${applicationId} and e.address_hash = back.hash
      returning e.channel, back.address, e.reason, e.created_at
    )
    insert into suppression (application_id, channel, address_key, reason, created_at)
    select ${applicationId}::uuid, channel, address, reason, created_at from gone
    on conflict do nothing`.execute(db)
  await sql`
    with ${back}, gone as (
      delete from erased_departure e using back where e.application_id = ${applicationId} and e.address_hash = back.hash
      returning e.topic_id, back.address, e.created_at
    )
    insert into topic_departure (application_id, topic_id, address_key, created_at)
    select ${applicationId}::uuid, topic_id, address, created_at from gone
    on conflict do nothing`.execute(db)
}
