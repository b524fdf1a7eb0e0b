/** What campaigns with a goal achieved: in total, by day and by campaign, each beside the period before. */
import { percentOf } from '@notifly/contracts/dashboards/figures'
import type { GoalCampaign, Goals } from '@notifly/contracts/dashboards/parts'
import type { Db } from '../../db/schema/tables.ts'
import { type CampaignGoal, selectGoalCampaigns, selectGoalDays, selectGoalTotals } from './goal-queries.ts'
import { TOP_MAX } from './queries.ts'
import { type Asked, datesOf } from './range.ts'

/** Undefined if no campaign of the range has a goal. */
export async function readGoals(db: Db, asked: Asked): Promise<Goals | undefined> {
  const { source, days, before } = asked
  const totals = await selectGoalTotals(db, source, days.starts)
  if (totals === undefined) return undefined
  const daily = (await readGoalDays(db, asked)).map(({ date, conversions }) => ({ date, count: conversions }))
  const previous = before === null ? undefined : await selectGoalTotals(db, source, before.starts)
  return { ...totals, daily, campaigns: await readGoalCampaigns(db, asked), previous: previous ?? null }
}

/** One entry for each day. */
export async function readGoalDays(db: Db, { source, days }: Asked) {
  const found = new Map((await selectGoalDays(db, source, days.starts)).map(({ day, ...sums }) => [day, sums]))
  return datesOf(days).map((date, day) => ({ date, ...(found.get(day) ?? { conversions: 0, converted: 0 }) }))
}

export async function readGoalCampaigns(db: Db, { source, days }: Asked): Promise<GoalCampaign[]> {
  return (await selectGoalCampaigns(db, source, days.starts, TOP_MAX)).map(present)
}

function present({ campaign_id, run_id, ...row }: CampaignGoal): GoalCampaign {
  return {
    uuid: campaign_id,
    run_uuid: run_id,
    ...row,
    conversion_rate: percentOf(row.converted, row.delivered),
  }
}
