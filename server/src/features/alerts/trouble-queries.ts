/** SQL of campaigns that do not send. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export const TROUBLES = ['paused', 'failing', 'unsent'] as const
export type Trouble = (typeof TROUBLES)[number]

interface TroubleView {
  /** A lane that has failed since before. */
  failingBefore: Date
  /** Runs that did not come about, or failed, after this. */
  unsentAfter: Date
  /** Keys of reasons that are none. */
  noNews: readonly string[]
}

/** A run that a person paused has no reason. */
function troubled({ failingBefore, unsentAfter, noNews }: TroubleView): RawBuilder<unknown> {
  return sql`
    select r.application_id, r.campaign_id, r.run_id, r.started_by, 'paused' as trouble from run r
    where r.state = 'paused' and r.state_reason is not null and r.stream is null
    union all
    select r.application_id, r.campaign_id, r.run_id, r.started_by, 'failing' from run r join lane l on l.lane_id = r.lane_id
    where r.state = 'executing' and r.stream is null and l.blocked_since <= ${failingBefore}
    union all
    select r.application_id, r.campaign_id, r.run_id, r.started_by, 'unsent' from run r
    where r.state in ('missed', 'failed') and r.ended_at > ${unsentAfter}
      and not exists (select from unnest(${[...noNews]}::text[]) as key where position(key in coalesce(r.state_reason, '')) > 0)`
}

/** Marks troubles that are over, and forgets those that were reported before the given time. */
export async function endTroubles(tx: Db, view: TroubleView, toldBefore: Date): Promise<void> {
  await sql`
    update campaign_alert a set is_over = true where not a.is_over and not exists (
      select from (${troubled(view)}) t where t.application_id = a.application_id and t.campaign_id = a.campaign_id)`.execute(
    tx,
  )
  await tx.deleteFrom('campaign_alert').where('is_over', '=', true).where('told_at', '<=', toldBefore).execute()
}

export interface CampaignTrouble {
  applicationId: string
  campaignId: string
  trouble: Trouble
  /** Who made it, last changed it, or launched it. */
  owners: string[]
}

/** Takes campaigns whose trouble was not reported yet. Concurrent processes each get different ones. */
export async function claimTroubles(tx: Db, view: TroubleView, now: Date, limit: number): Promise<CampaignTrouble[]> {
  const { rows } = await sql<CampaignTrouble>`
    with fresh as (
      select distinct on (t.application_id, t.campaign_id) t.* from (${troubled(view)}) t
      where not exists (select from campaign_alert a where a.application_id = t.application_id and a.campaign_id = t.campaign_id)
      order by t.application_id, t.campaign_id, t.run_id desc limit ${limit}
    ), claimed as (
      insert into campaign_alert (application_id, campaign_id, told_at)
      select application_id, campaign_id, ${now} from fresh
      on conflict do nothing returning application_id, campaign_id
    )
    select f.application_id as "applicationId", f.campaign_id as "campaignId", f.trouble,
      array_remove(array[c.created_by, c.updated_by, f.started_by], null) as owners
    from claimed join fresh f using (application_id, campaign_id)
    join campaign c using (application_id, campaign_id)`.execute(tx)
  return rows
}
