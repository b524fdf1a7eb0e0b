/** A campaign that was paused halfway: the rest waits in batches and is sent when it is resumed. */
import { sql } from 'kysely'
import type { CampaignPlan } from '../content/campaign-plan.ts'
import { launch, live, type Stage } from './send.ts'

const SENT = 0.42
const BATCH = 1000

export async function pauseHalfway(stage: Stage, plan: CampaignPlan): Promise<void> {
  const { world, shop, team } = stage
  const campaignId = await launch(stage, plan)
  await live(stage, plan, campaignId, SENT)
  await sql`
    with run as (
      select run_id, lane_id from run where application_id = ${shop.applicationId} and campaign_id = ${campaignId}
    ), waiting as (
      select min(d.seq) as first, max(d.seq) as last from delivery d
      where d.application_id = ${shop.applicationId} and d.run_id = (select run_id from run) and d.state = 0
    ), batches as (
      insert into batch (application_id, run_id, no, lane_id, seq_from, seq_to, due_at)
      select ${shop.applicationId}::uuid, run.run_id, row_number() over (order by s), run.lane_id, s, least(s + ${BATCH - 1}, last), now()
      from run, waiting, generate_series(first, last, ${BATCH}) s
      returning no
    )
    update run r set next_batch = (select count(*) from batches) + 1 from run
    where r.application_id = ${shop.applicationId} and r.run_id = run.run_id`.execute(world.database.kysely)
  world.moveTo(world.at(plan.days, '19:06'))
  const row = { application_id: shop.applicationId, campaign_id: campaignId }
  await world.database.kysely
    .updateTable('campaign')
    .set({ updated_by: team.asha.accountId, updated_at: world.at(plan.days, '19:06') })
    .where(eb => eb.and(row))
    .execute()
}
