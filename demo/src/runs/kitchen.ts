/** The small application: a weekly lunch menu, on Mondays. */
import type { CampaignPlan } from '../content/campaign-plan.ts'
import { launch, live, type Stage } from './send.ts'

const WEEKS = 8

export async function liveKitchen(stage: Stage): Promise<void> {
  for (let week = WEEKS; week >= 1; week--) {
    const plan: CampaignPlan = {
      name: `Lunch menu ${WEEKS - week + 1}`,
      channel: 'email',
      days: -7 * week,
      time: '09:30',
      to: [],
      template: 'menu',
      content: { audience: { all: true, segment_uuids: [], exclude_segment_uuids: [] } },
      rates: { opened: 0.49, clicked: 0.24 },
    }
    await live(stage, plan, await launch(stage, plan))
  }
}
