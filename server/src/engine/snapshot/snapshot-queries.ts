/** SQL that turns an audience into deliveries, or counts what it would turn into. */
import type { FrequencyCap } from '@notifly/contracts/applications/applications'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { CONTACT_FIELD_COLUMNS, type ContactFieldsRow } from '../../lib/contact-fields.ts'
import {
  type AudienceQuery,
  members,
  memberWithSuppression,
  missingAddress,
  skipReasonOfMember,
} from '../../people/reach/audience.ts'
import type { SkipReason } from '../../people/reach/skip-reason.ts'
import { isCapped, selectCap } from '../sending/recipient-queries.ts'
import { reasonNumber, type DeliveryReason } from '../reasons.ts'
import { STATE } from '../states.ts'

/**
 * The people of an audience who would get the next message, and those who would not, by reason.
 */
export async function countAudience(db: Db, query: AudienceQuery): Promise<{ reason: DeliveryReason; n: number }[]> {
  const cap = await selectCap(db, query.applicationId, query.channel)
  const { rows } = await sql<{ reason: DeliveryReason; n: number }>`
    with member as (${await members(db, query)})
    select coalesce(${skip(query, cap)}, 'none') as reason, count(*)::int as n
    from ${memberWithSuppression(query)} group by 1`.execute(db)
  return rows
}

/** Some of those who would get the next message, always the same ones: in the order of what their ids are scattered to. */
export async function selectSample(db: Db, query: AudienceQuery, size: number): Promise<ContactFieldsRow[]> {
  const cap = await selectCap(db, query.applicationId, query.channel)
  const { rows } = await sql<ContactFieldsRow>`
    with member as (${await members(db, query)}),
    chosen as materialized (
      select member.contact_id from ${memberWithSuppression(query)} where ${skip(query, cap)} is null
      order by uuid_hash(member.contact_id), member.contact_id limit ${size}
    )
    select ${sql.join(CONTACT_FIELD_COLUMNS.map(column => sql.ref(`c.${column}`)))}
    from chosen join contact c on c.application_id = ${query.applicationId} and c.contact_id = chosen.contact_id`.execute(
    db,
  )
  return rows
}

/** Why a `member` would not get the next message, else null; to be asked of `memberWithSuppression`. */
export function skip(query: AudienceQuery, cap: FrequencyCap | null): RawBuilder<SkipReason | null> {
  return skipReasonOfMember(query, cap === null ? null : isCapped(query, cap, sql`member.contact_id`))
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
  return sql`coalesce(${missingAddress(reason => sql.lit(reasonNumber(reason)))}, 0)::smallint`
}
