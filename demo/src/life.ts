/** The half year in chronological order: arrivals, launches, and runs of recurring campaigns in between. */
import { runDueCampaigns } from '@notifly/server/features/campaigns/clock/due'
import { sql } from 'kysely'
import type { Arrival } from './audience/arrivals.ts'
import type { CampaignPlan } from './content/campaign-plan.ts'
import { SENT_CAMPAIGNS } from './content/campaigns.ts'
import { launch, live, type Stage } from './runs/send.ts'
import { recordActivity } from './runs/aftermath.ts'
import { decideTest } from './runs/decide-test.ts'

interface Happening {
  at: Date
  happen(): Promise<void>
}

/** Segments with rules on behaviour. */
const BY_BEHAVIOUR = ['readers', 'sleeping']

/** Launches every campaign that was sent, and simulates all runs. */
export async function liveOn(stage: Stage, comers: readonly Arrival[]): Promise<void> {
  const { world } = stage
  const recurring = new Map<string, CampaignPlan>()
  const launches = SENT_CAMPAIGNS.map((plan): Happening => ({
    at: world.at(plan.days, plan.time),
    happen: async () => {
      if (plan.to.some(key => BY_BEHAVIOUR.includes(key))) {
        await stage.details
        await recordActivity(world, world.at(plan.days, plan.time))
      }
      const id = await launch(stage, plan)
      if (plan.schedule !== undefined) return void recurring.set(id, plan)
      await live(stage, plan, id)
      if (plan.test !== undefined) await decideTest(stage, id)
    },
  }))
  const coming = comers.map(({ at, come }): Happening => ({ at, happen: come }))
  const happenings = [...coming, ...launches].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const { at, happen } of happenings) {
    await recur(stage, recurring, at)
    await happen()
  }
  await recur(stage, recurring, new Date(world.now.getTime() - 60_000))
}

/** Simulates the runs of recurring campaigns up to that moment, one after the other. */
async function recur(stage: Stage, recurring: ReadonlyMap<string, CampaignPlan>, until: Date): Promise<void> {
  const { world, shop } = stage
  for (;;) {
    const { rows } = await sql<{ id: string; at: Date }>`
      select campaign_id as id, next_opens_at as at from campaign
      where application_id = ${shop.applicationId} and next_opens_at <= ${until} order by next_opens_at limit 1`.execute(
      world.database.kysely,
    )
    const [due] = rows
    const plan = due && recurring.get(due.id)
    if (due === undefined || plan === undefined) return
    world.moveTo(due.at)
    if ((await runDueCampaigns(world.deps)) === 0) throw new Error(`${plan.name} did not begin`)
    await live(stage, plan, due.id)
  }
}
