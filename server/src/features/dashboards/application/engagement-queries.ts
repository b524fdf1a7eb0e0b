/** SQL of engagement over all channels. Reads the sums that the engine keeps (migration 0100). */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { COUNT_NAMES } from '@notifly/contracts/dashboards/figures'
import { sql } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'
import { JUDGED } from '../../../engine/activity/judged-sql.ts'
import { dayOf, FOLDED, type FoldedPart, foldedParts, sinceFirstRun, type Starts } from '../counted-queries.ts'

/** Rows of a table within a range of time. Names the channels, so that the first columns of the key are given. */
const within = (applicationId: string, from: Date | undefined, to: Date | undefined, moment: 'quarter' | 'since') =>
  sql`application_id = ${applicationId} and channel = any(${[...CHANNELS]}::text[])
    and ${sql.ref(moment)} >= ${from} and ${sql.ref(moment)} < ${to}`

const TOTALS = ['sent', 'delivered', 'bounced', 'complained', 'failed', 'opened', 'clicked', 'unsubscribed'] as const
const TOTAL_SUMS = sql.join(TOTALS.map(name => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))

/** Sums of messages and of recipients. */
export type Totals = Record<(typeof TOTALS)[number], number>

export interface ChannelTotals extends Totals {
  channel: Channel
}

/** A part of a `with`: `counted` has the counts of each run and quarter-hour, and of each folded day. */
const counted = (applicationId: string, starts: Starts) => sql`
  kept as materialized (
    select * from activity_quarter
    where ${within(applicationId, starts[0], starts.at(-1), 'quarter')} and shard <> ${FOLDED}
  ), counted as (
    select channel, quarter, ${sql.raw(JUDGED)}
    from (select *, run_id in (select run_id from kept where delivered > 0) as is_reported from kept) judged
    left join (
      select run_id, channel, reports_delivery from run
      where application_id = ${applicationId} and channel = any(${[...CHANNELS]}::text[]) and ${sinceFirstRun}
    ) r using (run_id, channel)
    union all
    select channel, since, ${sql.raw(COUNT_NAMES.join(', '))} from activity_total
    where ${within(applicationId, starts[0], starts.at(-1), 'since')} and not by_month
  )`

/** Channels without any message are left out. */
export async function selectChannelTotals(db: Db, applicationId: string, starts: Starts): Promise<ChannelTotals[]> {
  const { rows } = await sql<ChannelTotals>`
    with ${counted(applicationId, starts)} select channel, ${TOTAL_SUMS} from counted group by channel`.execute(db)
  return rows
}

export interface ChannelDay extends ChannelTotals {
  /** Number of the day, from 0; -1 for all days before the first together. */
  day: number
}

/** Counts of each day of `starts`, and of what was sent before since a moment. Days without any message are left out. */
export async function selectChannelDays(
  db: Db,
  applicationId: string,
  { starts, since }: { starts: Starts; since: Date | undefined },
): Promise<ChannelDay[]> {
  const [from, to] = [since ?? starts[0], starts.at(-1)]
  const range = from === undefined || to === undefined ? starts : [from, to]
  const { rows } = await sql<ChannelDay>`
    with ${counted(applicationId, range)}
    select channel, ${dayOf(starts)} as day, ${TOTAL_SUMS} from counted group by 1, 2`.execute(db)
  return rows
}

export interface UsedRow {
  kind: 'browser' | 'system' | 'device'
  channel: Channel
  name: string
  opened: number
  clicked: number
}

/** The browsers, systems and devices that opened and clicked messages: from folded days and months, and from what is not folded yet. */
export async function selectUsed(db: Db, applicationId: string, starts: Starts): Promise<UsedRow[]> {
  const [from, to] = [starts[0], starts.at(-1)]
  const columns = sql`kind, channel, name, opened, clicked`
  const used = sql`kind = any('{browser,system,device}'::text[])`
  const folded = (part: FoldedPart) => sql`
    union all
    select ${columns} from activity_detail_total
    where ${within(applicationId, part.from, part.to, 'since')} and by_month = ${part.byMonth} and ${used}`
  const { rows } = await sql<UsedRow>`
    with details as (
      select ${columns} from activity_detail
      where ${within(applicationId, from, to, 'quarter')} and ${used} and shard <> ${FOLDED}
      ${sql.join(foldedParts(starts).map(folded), sql``)}
    )
    select kind, channel, name, sum(opened)::int as opened, sum(clicked)::int as clicked from details group by 1, 2, 3`.execute(
    db,
  )
  return rows
}

/** Whether any message was ever sent or has failed. */
export async function hasActivity(db: Db, applicationId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from activity_quarter where application_id = ${applicationId}) as found`.execute(db)
  return rows[0]?.found === true
}
