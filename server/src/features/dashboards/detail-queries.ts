/** SQL of the details of messages: browsers, systems and devices, mailbox providers, and reasons of failures. Reads stored sums. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import {
  dayOf,
  FOLDED,
  type FoldedPart,
  foldedParts,
  type Source,
  type Starts,
  wholeRange,
  within,
} from './counted-queries.ts'

export const DETAIL_KINDS = ['browser', 'system', 'device', 'mailbox', 'reason'] as const
export type DetailKind = (typeof DETAIL_KINDS)[number]

export interface DetailSums {
  kind: DetailKind
  name: string
  sent: number
  bounced: number
  complained: number
  failed: number
  opened: number
  clicked: number
}

const DETAILED = ['sent', 'bounced', 'complained', 'failed', 'opened', 'clicked'] as const
/**
 * Rows `details`: for one campaign by run; for a whole channel the folded sums of these parts, and what is not folded yet. The kinds are
 * listed so that an index finds each of them.
 */
function details(
  source: Source,
  starts: Starts,
  kinds: readonly DetailKind[],
  parts: readonly FoldedPart[],
): RawBuilder<unknown> {
  const columns = sql.join(DETAILED.map(name => sql.ref(name)))
  const chosen = sql`kind = any(${[...kinds]}::text[])`
  const byRun = sql`select kind, quarter, name, ${columns} from activity_detail where ${within(source, starts)} and ${chosen}`
  if (source.campaignId !== null) return sql`details as (${byRun})`
  const folded = parts.map(
    ({ byMonth, from, to }) => sql`
      union all
      select kind, since as quarter, name, ${columns} from activity_detail_total
      where application_id = ${source.applicationId} and channel = ${source.channel} and by_month = ${byMonth} and ${chosen}
        and since >= ${from} and since < ${to}`,
  )
  return sql`details as (${byRun} and shard <> ${FOLDED} ${sql.join(folded, sql``)})`
}

export async function selectDetails(
  db: Db,
  source: Source,
  starts: Starts,
  kinds: readonly DetailKind[],
): Promise<DetailSums[]> {
  const sums = sql.join(DETAILED.map(name => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))
  const { rows } = await sql<DetailSums>`
    with ${details(source, starts, kinds, foldedParts(starts))} select kind, name, ${sums} from details group by kind, name order by kind, name`.execute(
    db,
  )
  return rows
}

export interface DeviceClicks {
  name: string
  clicked: number
  /** By the number of the day, from 0; without days on which nobody clicked. */
  days: Record<string, number>
}

/** Clicks by kind of device, the most clicked first. One row for each: rows of a year's days take longer to read than to count. */
export async function selectDeviceDays(db: Db, source: Source, starts: Starts): Promise<DeviceClicks[]> {
  const { rows } = await sql<DeviceClicks>`
    with ${details(source, starts, ['device'], [wholeRange(starts)])}, by_day as (
      select name, ${dayOf(starts)} as day, sum(clicked)::int as clicked from details group by 1, 2 having sum(clicked) > 0
    )
    select name, sum(clicked)::int as clicked, json_object_agg(day, clicked) as days from by_day
    group by name order by sum(clicked) desc, name`.execute(db)
  return rows
}
