/** SQL of figures that only text messages have: billed segments and STOP replies. */
import { sql } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'
import { dayOf, type Source, type Starts } from '../counted-queries.ts'

export interface SegmentSums {
  /** Number of the day, from 0. */
  day: number
  message_class: string
  segments: number
}

/** Billed segments, by day and by the class of their run. */
export async function selectSegments(
  db: Db,
  { applicationId, campaignId }: Source,
  starts: Starts,
): Promise<SegmentSums[]> {
  const ofCampaign = campaignId === null ? sql`` : sql`and r.campaign_id = ${campaignId}`
  const { rows } = await sql<SegmentSums>`
    with parts as (
      select run_id, ${dayOf(starts)} as day, sum(segments) as segments
      from sms_quarter
      where application_id = ${applicationId} and quarter >= ${starts[0]} and quarter < ${starts.at(-1)} group by 1, 2
    )
    select day, coalesce(r.message_class, '') as message_class, sum(segments)::int as segments from parts
    join run r on r.application_id = ${applicationId} and r.run_id = parts.run_id ${ofCampaign}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export interface BilledSums {
  calling_code: string
  message_class: string
  segments: number
}

/** The same for all days together, by the recipients' country. */
export async function selectBilled(
  db: Db,
  { applicationId, campaignId }: Source,
  starts: Starts,
): Promise<BilledSums[]> {
  const ofCampaign = campaignId === null ? sql`` : sql`and r.campaign_id = ${campaignId}`
  const { rows } = await sql<BilledSums>`
    with parts as (
      select run_id, calling_code, sum(segments) as segments from sms_quarter
      where application_id = ${applicationId} and quarter >= ${starts[0]} and quarter < ${starts.at(-1)} group by 1, 2
    )
    select calling_code, coalesce(r.message_class, '') as message_class, sum(segments)::int as segments from parts
    join run r on r.application_id = ${applicationId} and r.run_id = parts.run_id ${ofCampaign}
    group by 1, 2`.execute(db)
  return rows
}

/** Numbers that are suppressed because of a STOP reply, by the day of the reply. */
export async function selectStopReplies(
  db: Db,
  applicationId: string,
  starts: Starts,
): Promise<{ day: number; count: number }[]> {
  const { rows } = await sql<{ day: number; count: number }>`
    select ${dayOf(starts, 'created_at')} as day, count(*)::int as count from suppression
    where application_id = ${applicationId} and channel = 'sms' and source = 'reply'
      and created_at >= ${starts[0]} and created_at < ${starts.at(-1)}
    group by 1 order by 1`.execute(db)
  return rows
}
