/** SQL that turns an audience into deliveries, or counts what it would turn into. */
import type { FrequencyCap } from '@notifly/contracts/applications/applications'
import type { CampaignAudience } from '@notifly/contracts/campaigns/campaigns'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { isOfDevices } from '../../channels/channel.ts'
import { membersOf } from '../../db/rules/members.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { CONTACT_FIELD_COLUMNS, type ContactFieldsRow } from '../../lib/contact-fields.ts'
import { isCapped, selectCap } from '../sending/cap-queries.ts'
import { reasonNumber, type DeliveryReason } from '../reasons.ts'
import { STATE } from '../states.ts'

type Db = Kysely<Tables>

export interface AudienceQuery {
  applicationId: string
  channel: string
  audience: CampaignAudience
  topicId?: string | null
  /** The moment at which dynamic segments are resolved. */
  now: Date
}

/**
 * The people of an audience who would get the next message, and those who would not, by reason. The order of the cases is
 * the order of the checks at the moment of sending.
 */
export async function countAudience(db: Db, query: AudienceQuery): Promise<{ reason: DeliveryReason; n: number }[]> {
  const cap = await selectCap(db, query.applicationId, query.channel)
  const { rows } = await sql<{ reason: DeliveryReason; n: number }>`
    with member as (${await members(db, query)})
    select ${skipReason(query, cap)} as reason, count(*)::int as n from ${withSuppression(query)} group by 1`.execute(
    db,
  )
  return rows
}

/** Some of those who would get the next message, always the same ones: in the order of what their ids are scattered to. */
export async function selectSample(db: Db, query: AudienceQuery, size: number): Promise<ContactFieldsRow[]> {
  const cap = await selectCap(db, query.applicationId, query.channel)
  const { rows } = await sql<ContactFieldsRow>`
    with member as (${await members(db, query)}),
    chosen as materialized (
      select member.contact_id from ${withSuppression(query)} where ${skipReason(query, cap)} = 'none'
      order by uuid_hash(member.contact_id), member.contact_id limit ${size}
    )
    select ${sql.join(CONTACT_FIELD_COLUMNS.map(column => sql.ref(`c.${column}`)))}
    from chosen join contact c on c.application_id = ${query.applicationId} and c.contact_id = chosen.contact_id`.execute(
    db,
  )
  return rows
}

/** Why a `member` would not get the next message, else none; to be asked of `withSuppression`. */
export function skipReason(query: AudienceQuery, cap: FrequencyCap | null = null): RawBuilder<string> {
  const { applicationId, channel, topicId = null } = query
  return sql`case
    when member.kind = 2 and member.has_left then 'unsubscribed'
    when member.kind = 2 then 'no_address'
    when member.kind = 1 then 'duplicate_address'
    when exists (select 1 from consent c where c.application_id = ${applicationId}
      and c.contact_id = member.contact_id and c.channel = ${channel} and c.status = 'unsubscribed') then 'unsubscribed'
    when s.reason is not null then 'suppressed_' || s.reason
    when ${topicId === null ? sql`false` : hasLeftTopic(applicationId, topicId)} then 'unsubscribed_topic'
    when ${isCapped(query, cap, sql`member.contact_id`)} then 'frequency_cap'
    else 'none' end`
}

export function withSuppression({ applicationId, channel }: AudienceQuery): RawBuilder<unknown> {
  return sql`member left join suppression s
    on s.application_id = ${applicationId} and s.channel = ${channel} and s.address_key = member.address`
}

function hasLeftTopic(applicationId: string, topicId: string): RawBuilder<unknown> {
  return sql`exists (select 1 from topic_consent t where t.application_id = ${applicationId}
      and t.contact_id = member.contact_id and t.topic_id = ${topicId} and t.status = 'unsubscribed')
    or exists (select 1 from topic_departure t where t.application_id = ${applicationId} and t.topic_id = ${topicId}
      and t.address_key = member.address)`
}

export interface SnapshotCounts {
  recipients: number
  sendable: number
}

/**
 * Writes one delivery for each person of the audience, or for each of their devices. First those with an address of their own, by contact, so that seq 1
 * to n can be cut into ranges; behind them, already ended, those without one and those whose address an earlier contact has.
 */
export async function insertDeliveries(db: Db, query: AudienceQuery & { runId: string }): Promise<SnapshotCounts> {
  const { applicationId, runId } = query
  const { rows } = await sql<SnapshotCounts>`
    with member as (${await members(db, query)}),
    written as (
      insert into delivery (application_id, run_id, seq, contact_id, state, reason, address)
      select ${applicationId}::uuid, ${runId}::uuid, row_number() over (order by kind, contact_id, address), contact_id,
        case when kind = 0 then ${STATE.pending}::smallint else ${STATE.skipped}::smallint end,
        ${reasonOfMember()},
        coalesce(address, '')
      from member
      returning state
    )
    select count(*)::int as recipients, count(*) filter (where state = ${STATE.pending}::smallint)::int as sendable
    from written`.execute(db)
  return rows[0] ?? { recipients: 0, sendable: 0 }
}

/** The number of the reason for which a `member` gets nothing from the outset; 0 for who gets the message. */
export function reasonOfMember(): RawBuilder<number> {
  return sql`(case when kind = 2 and has_left then ${reasonNumber('unsubscribed')}
    when kind = 2 then ${reasonNumber('no_address')}
    when kind = 1 then ${reasonNumber('duplicate_address')} else 0 end)::smallint`
}

/**
 * contact_id, address, kind: 0 gets the message, 1 has an address that an earlier contact has, 2 has none. Whoever has several
 * devices is a member with each of them. `has_left`: has no device that takes messages, and has left with one of those they had.
 */
export async function members(db: Db, query: AudienceQuery): Promise<RawBuilder<unknown>> {
  const { applicationId, channel } = query
  if (isOfDevices(channel)) {
    return sql`
      select c.contact_id, v.device_id::text as address, case when v.device_id is null then 2 else 0 end as kind,
        v.device_id is null and c.contact_id in (select l.contact_id from device l where l.application_id = ${applicationId}
          and l.channel = ${channel} and l.retired_reason = 'unsubscribed') as has_left,
        c.timezone, c.timezone_offset
      from contact c left join device v on v.application_id = c.application_id and v.contact_id = c.contact_id
        and v.channel = ${channel} and v.retired_at is null
      where c.application_id = ${applicationId} and ${await isIncluded(db, query)} and ${await isNotExcluded(db, query)}`
  }
  const address = sql.ref(channel === 'email' ? 'c.email_key' : 'c.phone_number')
  // An e-mail address is unique within its application: nothing to sort for.
  const isRepeated =
    channel === 'email' ? sql`false` : sql`row_number() over (partition by ${address} order by c.contact_id) > 1`
  return sql`
    select c.contact_id, ${address} as address,
      case when ${address} is null then 2 when ${isRepeated} then 1 else 0 end as kind,
      false as has_left, c.timezone, c.timezone_offset
    from contact c where c.application_id = ${applicationId} and ${await isIncluded(db, query)}
      and ${await isNotExcluded(db, query)}`
}

async function isIncluded(db: Db, { applicationId, audience, now }: AudienceQuery): Promise<RawBuilder<unknown>> {
  const { all, segment_uuids: ids } = audience
  if (all === true) return sql`true`
  if (ids.length === 0) return sql`false`
  return sql`c.contact_id in (${await membersOf(db, applicationId, ids, now)})`
}

async function isNotExcluded(db: Db, { applicationId, audience, now }: AudienceQuery): Promise<RawBuilder<unknown>> {
  const { exclude_segment_uuids: ids } = audience
  if (ids.length === 0) return sql`true`
  return sql`not exists (select 1 from (${await membersOf(db, applicationId, ids, now)}) as left_out
    where left_out.contact_id = c.contact_id)`
}
