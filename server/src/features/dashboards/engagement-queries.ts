/** SQL of engagement over all channels, from the sums that the engine keeps (migration 0100). */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { FOLDED, type Starts } from './queries.ts'

/** The channels are named, so that the key's first columns are given. */
function within(applicationId: string, starts: Starts) {
  return sql`q.application_id = ${applicationId} and q.channel = any(${[...CHANNELS]}::text[])
    and q.quarter >= ${starts[0]} and q.quarter < ${starts.at(-1)}`
}

export interface CourseRow {
  channel: Channel
  /** Its number, from 0. */
  day: number
  sent: number
  opened: number
  clicked: number
}

/** What was sent on each day and channel, and how many of it were opened and clicked. */
export async function selectCourse(db: Db, applicationId: string, starts: Starts): Promise<CourseRow[]> {
  const { rows } = await sql<CourseRow>`
    select q.channel, width_bucket(q.quarter, ${starts.slice(0, -1)}::timestamptz[]) - 1 as day,
      sum(q.accepted + q.delivered + q.bounced + q.complained)::int as sent,
      sum(q.opened)::int as opened, sum(q.clicked)::int as clicked
    from activity_quarter q where ${within(applicationId, starts)}
    group by 1, 2`.execute(db)
  return rows
}

export interface ChannelTotals {
  channel: Channel
  sent: number
  delivered: number
  bounced: number
  complained: number
  failed: number
  opened: number
  clicked: number
  unsubscribed: number
}

/** Delivered is judged run by run, as `countDelivered` of engine/states.ts does. Channels without any message are left out. */
export async function selectChannelTotals(db: Db, applicationId: string, starts: Starts): Promise<ChannelTotals[]> {
  const { rows } = await sql<ChannelTotals>`
    select s.channel,
      sum(s.accepted + s.delivered + s.bounced + s.complained)::int as sent,
      sum(case when s.delivered > 0 then s.delivered + s.complained when r.reports_delivery then 0
        else s.accepted + s.complained end)::int as delivered,
      sum(s.bounced)::int as bounced, sum(s.complained)::int as complained,
      sum(s.failed + case when s.channel = 'email' then 0 else s.bounced end)::int as failed,
      sum(s.opened)::int as opened, sum(s.clicked)::int as clicked, sum(s.unsubscribed)::int as unsubscribed
    from (
      select q.channel, q.run_id, sum(q.accepted) as accepted, sum(q.delivered) as delivered, sum(q.bounced) as bounced,
        sum(q.complained) as complained, sum(q.failed) as failed, sum(q.opened) as opened, sum(q.clicked) as clicked,
        sum(q.unsubscribed) as unsubscribed
      from activity_quarter q where ${within(applicationId, starts)} group by 1, 2
    ) as s left join run r on r.application_id = ${applicationId} and r.run_id = s.run_id
    group by 1`.execute(db)
  return rows
}

export interface UsedRow {
  kind: 'browser' | 'system' | 'device'
  channel: Channel
  name: string
  opened: number
  clicked: number
}

/** What messages were opened and clicked with: days that are folded, and what is not folded yet. */
export async function selectUsed(db: Db, applicationId: string, starts: Starts): Promise<UsedRow[]> {
  const chosen = sql`application_id = ${applicationId} and channel = any(${[...CHANNELS]}::text[])
    and kind = any('{browser,system,device}'::text[])`
  const { rows } = await sql<UsedRow>`
    with details as (
      select kind, channel, name, opened, clicked from activity_detail
      where ${chosen} and quarter >= ${starts[0]} and quarter < ${starts.at(-1)} and shard <> ${FOLDED}
      union all
      select kind, channel, name, opened, clicked from activity_day
      where ${chosen} and day >= ${starts[0]} and day < ${starts.at(-1)}
    )
    select kind, channel, name, sum(opened)::int as opened, sum(clicked)::int as clicked from details group by 1, 2, 3`.execute(
    db,
  )
  return rows
}

/** Whether anything was ever sent, or has failed. */
export async function hasActivity(db: Db, applicationId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from activity_quarter where application_id = ${applicationId}) as found`.execute(db)
  return rows[0]?.found === true
}
