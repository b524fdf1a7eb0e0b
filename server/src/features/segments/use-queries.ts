/** SQL that finds what uses a segment. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import type { SegmentKey } from '../../people/segments/members.ts'

const MOST = 100

/** Chosen or left out by the campaign `campaign`. */
function names({ segmentId }: SegmentKey) {
  return sql`(audience -> 'segment_uuids' @> ${JSON.stringify([segmentId])}::jsonb
    or audience -> 'exclude_segment_uuids' @> ${JSON.stringify([segmentId])}::jsonb)`
}

interface UsingCampaign {
  campaign_id: string
  name: string
  channel: string
}

/** Campaigns that will still read the segment: a run of theirs is to come or has not fixed its recipients yet. */
export async function selectWaitingCampaigns(db: Db, key: SegmentKey): Promise<UsingCampaign[]> {
  const { rows } = await sql<UsingCampaign>`
    select campaign_id, name, channel from campaign
    where application_id = ${key.applicationId}
      and (status in ('scheduled', 'pending') or (status in ('executing', 'paused') and (next_run_at is not null
        or not exists (select from run where run.application_id = campaign.application_id
          and run.campaign_id = campaign.campaign_id and run.started_at is not null))))
      and ${names(key)}
    order by next_run_at, campaign_id limit ${MOST}`.execute(db)
  return rows
}

export async function selectUsingDrafts(db: Db, key: SegmentKey): Promise<UsingCampaign[]> {
  const { rows } = await sql<UsingCampaign>`
    select campaign_id, name, channel from campaign
    where application_id = ${key.applicationId} and status = 'draft' and ${names(key)}
    order by updated_at desc, campaign_id limit ${MOST}`.execute(db)
  return rows
}

/** Segments whose rules name it, wherever in them. */
export async function selectUsingSegments(db: Db, key: SegmentKey): Promise<{ segment_id: string; name: string }[]> {
  const { rows } = await sql<{ segment_id: string; name: string }>`
    select segment_id, name from segment
    where application_id = ${key.applicationId} and kind = 'dynamic' and segment_id <> ${key.segmentId}
      and jsonb_path_exists(rules, '$.** ? (@.segment_uuid == $id)', jsonb_build_object('id', ${key.segmentId}::text))
    order by lower(name), segment_id limit ${MOST}`.execute(db)
  return rows
}
