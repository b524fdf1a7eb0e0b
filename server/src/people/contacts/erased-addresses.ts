/**
 * Addresses of erased people. A person who unsubscribed before being erased must not be written to when the address returns: each address
 * is kept as a keyed hash, and is suppressed again with the first contact that has it.
 */
import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { noteGrowth } from './growth.ts'

/** Suppresses those of `addresses` (a query of one column) that erased people had unsubscribed. */
export async function suppressErasedAddresses(
  db: Db,
  secrets: Secrets,
  applicationId: string,
  addresses: RawBuilder<unknown>,
): Promise<void> {
  if (!(await hasErased(db, applicationId))) return
  const hash = hashOf(erasureKey(secrets, applicationId), sql`address`)
  const back = sql`back as materialized (
    select address, ${hash} as hash from (${addresses}) as present(address) where address is not null)`
  // The hash is deleted once its address is suppressed again.
  const { rows } = await sql<{ created_at: Date }>`
    with ${back}, gone as (
      delete from erased_address e using back where e.application_id = ${applicationId} and e.address_hash = back.hash
      returning e.channel, back.address, e.reason, e.created_at
    ), kept as (
      insert into suppression (application_id, channel, address_key, reason, created_at)
      select ${applicationId}::uuid, channel, address, reason, created_at from gone
      on conflict do nothing
      returning reason, created_at
    )
    select created_at from kept where reason <> 'unsubscribe'`.execute(db)
  await noteGrowth(
    db,
    applicationId,
    'suppressed',
    rows.map(row => row.created_at),
  )
  await sql`
    with ${back}, gone as (
      delete from erased_departure e using back where e.application_id = ${applicationId} and e.address_hash = back.hash
      returning e.topic_id, back.address, e.created_at
    ), kept as (
      insert into topic_departure (application_id, topic_id, address_key, created_at)
      select ${applicationId}::uuid, topic_id, address, created_at from gone
      on conflict do nothing
    )
    select 1`.execute(db)
}

/**
 * Whether an email address must never be written to, whatever its owner wants: it bounced, complained or was suppressed by hand, now or
 * before its contact was erased.
 */
export async function mustNotBeWrittenTo(
  db: Db,
  secrets: Secrets,
  applicationId: string,
  emailKey: string,
): Promise<boolean> {
  const hash = hashOf(erasureKey(secrets, applicationId), sql`${emailKey}::text`)
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from suppression where application_id = ${applicationId} and channel = 'email'
        and address_key = ${emailKey} and reason <> 'unsubscribe')
      or exists (select 1 from erased_address where application_id = ${applicationId} and channel = 'email'
        and address_hash = ${hash} and reason <> 'unsubscribe') as found`.execute(db)
  return rows[0]?.found === true
}

/** As SQL: an address that somebody names, with the channel, the topic (or null) and the class of what is to be sent there. */
interface NamedAddress {
  address: RawBuilder<unknown>
  channel: RawBuilder<unknown>
  topicId: RawBuilder<unknown>
  isTransactional: boolean
}

/**
 * Whether the address must not be written to since a person was erased. Marketing also obeys what that person had unsubscribed from. Hashes
 * nothing where nobody was erased.
 */
export function isOfErased(
  secrets: Secrets,
  applicationId: string,
  { address, channel, topicId, isTransactional }: NamedAddress,
): RawBuilder<unknown> {
  const hash = hashOf(erasureKey(secrets, applicationId), address)
  const listed = sql`(select true from erased_address where application_id = ${applicationId} and channel = ${channel}
    and address_hash = ${hash} ${isTransactional ? sql`and reason <> 'unsubscribe'` : sql``} limit 1)`
  const departed = sql`(select true from erased_departure where application_id = ${applicationId} and topic_id = ${topicId}
    and address_hash = ${hash} limit 1)`
  return sql`(${anyErased(applicationId)} and ${isTransactional ? listed : sql`coalesce(${listed}, ${departed})`})`
}

async function hasErased(db: Db, applicationId: string): Promise<boolean> {
  const { rows } = await prepared(
    'has-erased',
    sql<{ found: boolean }>`select ${anyErased(applicationId)} as found`,
  ).execute(db)
  return rows[0]?.found === true
}

const anyErased = (applicationId: string): RawBuilder<unknown> =>
  sql`(exists (select 1 from erased_address where application_id = ${applicationId})
    or exists (select 1 from erased_departure where application_id = ${applicationId}))`

/** Replaces suppressions and unsubscriptions of addresses with hashes. */
export async function hashAddresses(
  db: Db,
  secrets: Secrets,
  applicationId: string,
  addresses: readonly string[],
): Promise<void> {
  const list = [...addresses]
  const hash = hashOf(erasureKey(secrets, applicationId), sql`address_key`)
  await sql`
    with gone as (
      delete from suppression where application_id = ${applicationId} and address_key = any(${list}::text[])
      returning channel, address_key, reason, created_at
    ), kept as (
      insert into erased_address (application_id, channel, address_hash, reason, created_at)
      select ${applicationId}::uuid, channel, ${hash}, reason, created_at from gone
      on conflict do nothing
    )
    select 1`.execute(db)
  await sql`
    with gone as (
      delete from topic_departure where application_id = ${applicationId} and address_key = any(${list}::text[])
      returning topic_id, address_key, created_at
    ), kept as (
      insert into erased_departure (application_id, topic_id, address_hash, created_at)
      select ${applicationId}::uuid, topic_id, ${hash}, created_at from gone
      on conflict do nothing
    )
    select 1`.execute(db)
}

const hashOf = (key: string, address: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`encode(sha256(convert_to(${key}::text || ' ' || ${address}, 'UTF8')), 'hex')`

/** The key of an application's hashes: without the installation's secret, addresses cannot be guessed. */
function erasureKey(secrets: Secrets, applicationId: string): string {
  return secrets.sign('erased-address', Buffer.from(applicationId)).toString('hex')
}
