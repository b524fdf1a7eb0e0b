/** SQL that divides an audience into the variants of a test and those who wait for the winner. */
import { sql } from 'kysely'
import { isOfDevices } from '../../channels/registry.ts'
import type { Db } from '../../db/schema/tables.ts'
import {
  type AudienceQuery,
  members,
  memberWithSuppression,
  selectCap,
  skipReasonOfMember,
} from '../../people/reach/audience.ts'
import { reasonOfMember, type SnapshotCounts } from './snapshot-queries.ts'
import { STATE } from '../states.ts'

export interface TestedCounts extends SnapshotCounts {
  /** Recipients of each variant; these come first, one variant after the other. */
  groups: number[]
}

/**
 * Like insertDeliveries, for a run with a test. A hash of run and contact decides who is in the test: random, but the same each time.
 * Recipients who would be skipped today are left out, so that the variants get the numbers of `splitAudience`.
 */
export async function insertTestedDeliveries(
  db: Db,
  query: AudienceQuery & { runId: string; variants: number; share: number },
): Promise<TestedCounts> {
  const { applicationId, runId, variants, share } = query
  const cap = await selectCap(db, query)
  // All devices of a contact get the same variant.
  const [placed, able] = isOfDevices(query.channel)
    ? [sql`dense_rank`, sql`(select count(distinct contact_id) from person where may_test)`]
    : [sql`row_number`, sql`count(*) filter (where may_test) over ()`]
  const { rows } = await sql<{ variant: number; state: number; n: number }>`
    with member as (${await members(db, query)}),
    person as (
      select member.*, ${skipReasonOfMember(query, cap)} is null as may_test from ${memberWithSuppression(query)}
    ), ranked as (
      select *, ${placed}() over (partition by may_test
          order by uuid_hash_extended(contact_id, hashtextextended(${runId}, 0)), contact_id) as place,
        ${able} as able
      from person
    ), divided as (
      select *, case when may_test and place <= least(able, greatest(${variants}::int, round(able * ${share}::int / 100.0)))
        then (place - 1) % ${variants}::int + 1 else 0 end as variant
      from ranked
    ), written as (
      insert into delivery (application_id, run_id, seq, contact_id, variant, state, reason, address)
      select ${applicationId}::uuid, ${runId}::uuid, row_number() over (order by kind, variant = 0, variant, contact_id, address),
        contact_id, variant,
        case when kind = 0 then ${STATE.pending}::smallint else ${STATE.skipped}::smallint end,
        ${reasonOfMember()},
        coalesce(address, '')
      from divided
      returning variant, state
    )
    select variant, state, count(*)::int as n from written group by variant, state`.execute(db)
  const sum = (matches: (row: { variant: number; state: number }) => boolean): number =>
    rows.filter(matches).reduce((total, row) => total + row.n, 0)
  return {
    recipients: sum(() => true),
    sendable: sum(row => row.state === STATE.pending),
    groups: Array.from({ length: variants }, (_, index) => sum(row => row.variant === index + 1)),
  }
}

const LEAST_PIECE = 20
const PIECES = 10

/**
 * Stores the range of recipients of each variant and cuts it into batches, one of each variant in turn. Batches are small: with large ones
 * and a slow provider, one variant would be read for minutes or hours before the next one is sent. The others wait for the winner. Returns
 * the number of batches.
 */
export async function insertTestedBatches(
  db: Db,
  batch: { applicationId: string; runId: string; laneId: string; dueAt: Date; size: number },
  { groups, sendable }: TestedCounts,
): Promise<number> {
  const { applicationId, runId, size } = batch
  let end = 0
  const ranges = groups.map((n, index) => ({ no: index + 1, from: end + 1, to: (end += n) }))
  for (const { no, from, to } of ranges) {
    await db
      .updateTable('run_variant')
      .set({ seq_from: from, seq_to: to })
      .where(eb => eb.and({ application_id: applicationId, run_id: runId, no }))
      .execute()
  }
  const piece = Math.min(size, Math.max(LEAST_PIECE, Math.ceil(Math.max(...groups) / PIECES)))
  const tested = ranges.map(range => ({ ...range, size: piece }))
  const all = JSON.stringify([...tested, { no: 0, from: end + 1, to: sendable, size }])
  const { numAffectedRows } = await sql`
    insert into batch (application_id, run_id, no, lane_id, variant, seq_from, seq_to, due_at)
    select ${applicationId}::uuid, ${runId}::uuid, row_number() over (order by r.no = 0, (s - r.from) / r.size, r.no),
      ${batch.laneId}::uuid, r.no, s, least(s + r.size - 1, r.to),
      case when r.no = 0 then 'infinity' else ${batch.dueAt}::timestamptz end
    from jsonb_to_recordset(${all}::jsonb) as r(no int, "from" int, "to" int, size int),
      generate_series(r.from, r.to, r.size) s`.execute(db)
  return Number(numAffectedRows ?? 0)
}
