/**
 * An audience: how many people it has, and as SQL its members, with the address of each on a channel and the reason for which some are
 * skipped.
 */
import type { FrequencyCap } from '@notifly/contracts/applications/applications'
import type { CampaignAudience } from '@notifly/contracts/campaigns/campaigns'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { CONTACT_FIELD_COLUMNS, contactFields, type ContactFieldsRow } from '../../lib/contact-fields.ts'
import { membersOf } from '../rules/compile.ts'
import {
  isListed,
  unsubscribedContacts,
  type SkipReason,
  skipReason,
  topicLeavers,
  addressColumn,
} from './skip-reason.ts'

type Sql = RawBuilder<unknown>

export interface AudienceQuery {
  applicationId: string
  channel: string
  /** A campaign's audience, or contacts chosen by a query of `contact_id`. */
  audience: CampaignAudience | { chosen: Sql }
  topicId?: string | null
  /** The time for which dynamic segments are evaluated. */
  now: Date
}

/**
 * How many contacts a channel reaches now, and why it does not reach the others: each contact once, with the best outcome of its devices.
 */
export async function reachOf(
  db: Db,
  { chosen, ...query }: Omit<AudienceQuery, 'audience'> & { chosen: Sql },
): Promise<{ reachable: number; skipped: Record<string, number> }> {
  const asked = { ...query, audience: { chosen: sql`select contact_id from chosen` } }
  const cap = await selectCap(db, asked)
  const { rows } = await sql<{ reason: SkipReason | null; people: number }>`
    with chosen as materialized (${chosen}), member as (${await members(db, asked)}),
    told as (select distinct on (member.contact_id) ${skipReasonOfMember(asked, cap)} as reason
      from ${memberWithSuppression(asked)} order by member.contact_id, 1 nulls first)
    select reason, count(*)::int as people from told group by 1`.execute(db)
  const skipped = rows.flatMap(({ reason, people }) => (reason === null ? [] : [[reason, people] as const]))
  return {
    reachable: rows.find(({ reason }) => reason === null)?.people ?? 0,
    skipped: Object.fromEntries(skipped),
  }
}

export interface AudienceEstimate {
  matched: number
  /** Matching contacts without those who would be skipped. */
  recipients: number
  /** By name of the reason. */
  skipped: Record<string, number>
  /** Recipients by what their contacts say about their clocks. */
  clocks: AudienceClock[]
}

export interface AudienceClock {
  timezone: string | null
  /** Seconds east of UTC. */
  timezone_offset: number | null
  people: number
}

/** Counts like a run that starts now. An empty audience has no recipients; it never means all contacts. */
export async function estimateAudience(db: Db, query: AudienceQuery): Promise<AudienceEstimate> {
  const cap = await selectCap(db, query)
  const { rows } = await sql<AudienceClock & { reason: SkipReason | null }>`
    with member as (${await members(db, query)})
    select ${skipReasonOfMember(query, cap)} as reason, member.timezone, member.timezone_offset, count(*)::int as people
    from ${memberWithSuppression(query)} group by 1, 2, 3`.execute(db)
  const skipped: Record<string, number> = {}
  for (const { reason, people } of rows) {
    if (reason !== null) skipped[reason] = (skipped[reason] ?? 0) + people
  }
  const clocks = rows.flatMap(({ reason, ...clock }) => (reason === null ? [clock] : []))
  return { matched: sumOf(rows), recipients: sumOf(clocks), skipped, clocks }
}

function sumOf(rows: readonly { people: number }[]): number {
  return rows.reduce((sum, { people }) => sum + people, 0)
}

/** The fields of up to `size` recipients, spread over all of them; the same ones each time. */
export async function sampleAudience(db: Db, query: AudienceQuery, size: number): Promise<Record<string, unknown>[]> {
  const cap = await selectCap(db, query)
  const { rows } = await sql<ContactFieldsRow>`
    with member as (${await members(db, query)}),
    chosen as materialized (
      select member.contact_id from ${memberWithSuppression(query)} where ${skipReasonOfMember(query, cap)} is null
      order by uuid_hash(member.contact_id), member.contact_id limit ${size}
    )
    select ${sql.join(CONTACT_FIELD_COLUMNS.map(column => sql.ref(`c.${column}`)))}
    from chosen join contact c on c.application_id = ${query.applicationId} and c.contact_id = chosen.contact_id`.execute(
    db,
  )
  return rows.map(contactFields)
}

/**
 * SQL of contact_id, address and kind: 0 is a recipient, 1 has an address that an earlier contact has, 2 has none. A contact with several
 * devices is a member with each of them. `has_left`: has no active device, and left with one of its devices.
 */
export async function members(db: Db, query: AudienceQuery): Promise<Sql> {
  const { applicationId, channel } = query
  const chosen = sql`c.application_id = ${applicationId} and ${await isIncluded(db, query)} and ${await isNotExcluded(db, query)}`
  const column = addressColumn(channel)
  if (column === null) {
    return sql`
      select c.contact_id, v.device_id::text as address, case when v.device_id is null then 2 else 0 end as kind,
        v.device_id is null and c.contact_id in (select l.contact_id from device l where l.application_id = ${applicationId}
          and l.channel = ${channel} and l.retired_reason = 'unsubscribed') as has_left,
        c.timezone, c.timezone_offset
      from contact c left join device v on v.application_id = c.application_id and v.contact_id = c.contact_id
        and v.channel = ${channel} and v.retired_at is null
      where ${chosen}`
  }
  const address = sql.ref(`c.${column}`)
  // An email address is unique within its application: no need to sort.
  const isRepeated =
    column === 'email_key' ? sql`false` : sql`row_number() over (partition by ${address} order by c.contact_id) > 1`
  return sql`
    select c.contact_id, ${address} as address,
      case when ${address} is null then 2 when ${isRepeated} then 1 else 0 end as kind,
      false as has_left, c.timezone, c.timezone_offset
    from contact c where ${chosen}`
}

async function isIncluded(db: Db, { applicationId, audience, now }: AudienceQuery): Promise<Sql> {
  if ('chosen' in audience) return sql`c.contact_id in (${audience.chosen})`
  const { all, segment_uuids: ids } = audience
  if (all === true) return sql`true`
  if (ids.length === 0) return sql`false`
  return sql`c.contact_id in (${await membersOf(db, applicationId, ids, now)})`
}

async function isNotExcluded(db: Db, { applicationId, audience, now }: AudienceQuery): Promise<Sql> {
  if ('chosen' in audience) return sql`true`
  const { exclude_segment_uuids: ids } = audience
  if (ids.length === 0) return sql`true`
  return sql`not exists (select 1 from (${await membersOf(db, applicationId, ids, now)}) as left_out
    where left_out.contact_id = c.contact_id)`
}

/** What follows from a row of `members` alone. */
const OF_MEMBER = {
  leftWithDevices: sql`kind = 2 and has_left`,
  hasNoAddress: sql`kind = 2`,
  isDuplicate: sql`kind = 1`,
}

/** Why a row of `members` has no address of its own, in the words of `say`; null for one that has. */
export function missingAddress(say: (reason: SkipReason) => Sql): Sql {
  return skipReason(OF_MEMBER, say)
}

/** Why a row of `memberWithSuppression` would be skipped now; null for recipients. */
export function skipReasonOfMember(query: AudienceQuery, cap: FrequencyCap | null): RawBuilder<SkipReason | null> {
  const applicationId = sql`${query.applicationId}`
  const [contactId, address] = [sql`member.contact_id`, sql`member.address`]
  const topic = query.topicId ? topicLeavers(applicationId, sql`${query.topicId}`) : null
  return skipReason({
    ...OF_MEMBER,
    hasLeft: isListed(unsubscribedContacts({ applicationId, channel: sql`${query.channel}` }), contactId),
    suppression: { exists: sql`s.reason is not null`, reason: sql`s.reason` },
    hasLeftTopic: topic && sql`(${isListed(topic.contacts, contactId)} or ${isListed(topic.addresses, address)})`,
    isCapped: cap && isCapped(query, cap, contactId),
  })
}

/** A join, since both audience and list may be large. */
export function memberWithSuppression({ applicationId, channel }: AudienceQuery): Sql {
  return sql`member left join suppression s
    on s.application_id = ${applicationId} and s.channel = ${channel} and s.address_key = member.address`
}

const HOUR_MS = 3_600_000

/** Null if the application does not cap the channel. */
export async function selectCap(db: Db, { applicationId, channel }: AudienceQuery): Promise<FrequencyCap | null> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .select(sql<FrequencyCap | null>`frequency_cap -> ${channel}`.as('cap'))
    .executeTakeFirst()
  return row?.cap ?? null
}

/** Whether the contact has had as many messages as the cap allows. */
function isCapped({ applicationId, channel, now }: AudienceQuery, cap: FrequencyCap, contactId: Sql): Sql {
  const since = new Date(now.getTime() - cap.hours * HOUR_MS)
  return sql`exists (select 1 from contact_cap p
    where p.application_id = ${applicationId} and p.channel = ${channel} and p.contact_id = ${contactId}
      and (select count(*) from unnest(p.times) as t(at) where t.at > ${since}) >= ${cap.messages})`
}
