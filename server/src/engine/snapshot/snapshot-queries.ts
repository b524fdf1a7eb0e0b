/** SQL that turns an audience into deliveries. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { type AudienceQuery, members, missingAddress } from '../../people/reach/audience.ts'
import { reasonNumber } from '../reasons.ts'
import { STATE } from '../states.ts'

export interface SnapshotCounts {
  recipients: number
  sendable: number
}

/**
 * Writes one delivery for each contact of the audience, or for each of their devices. Deliveries with an address of their own come first,
 * by contact, so that seq 1 to n can be cut into ranges; after them come those that are skipped at once: without an address, or with one
 * that an earlier contact has.
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

/** SQL expression: the number of the reason for which a `member` is skipped from the start; 0 for recipients. */
export function reasonOfMember(): RawBuilder<number> {
  return sql`coalesce(${missingAddress(reason => sql.lit(reasonNumber(reason)))}, 0)::smallint`
}
