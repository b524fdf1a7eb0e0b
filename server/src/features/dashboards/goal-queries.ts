/** SQL of the conversions of a range's campaigns. Reads stored sums. */
import { type GoalTotals, type Revenue, REVENUES_MAX } from '@notifly/contracts/campaigns/goals'
import { percentOf } from '@notifly/contracts/dashboards/figures'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { revenueOf } from '../../engine/goals/goal-queries.ts'
import { countedByRun, dayOf, type Source, type Starts, within } from './counted-queries.ts'

const HAS_GOAL = sql`goal is not null`

/** For messages that were sent in these days, whenever the events happened. Undefined if none of their campaigns has a goal. */
export async function selectGoalTotals(db: Db, source: Source, starts: Starts): Promise<GoalTotals | undefined> {
  const { rows } = await sql<Omit<GoalTotals, 'conversion_rate'> & { runs: number; delivered: number }>`
    with ${countedByRun(source, starts, HAS_GOAL)}, aimed as (
      select count(*)::int as runs, coalesce(sum(delivered), 0)::int as delivered from counted
    ), reached as (
      select coalesce(sum(conversions), 0)::int as conversions, coalesce(sum(converted), 0)::int as converted
      from goal_quarter where ${within(source, starts)} and currency = ''
    )
    select aimed.*, reached.*, ${revenueOf(within(source, starts), REVENUES_MAX)} as revenue from aimed, reached`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined || row.runs === 0) return undefined
  const { conversions, converted, delivered, revenue } = row
  return { conversions, converted, conversion_rate: percentOf(converted, delivered), revenue }
}

interface GoalDay {
  /** Number of the day, from 0. */
  day: number
  conversions: number
  converted: number
}

/** Returns days whose messages led to conversions. */
export async function selectGoalDays(db: Db, source: Source, starts: Starts): Promise<GoalDay[]> {
  const { rows } = await sql<GoalDay>`
    select ${dayOf(starts)} as day, sum(conversions)::int as conversions, sum(converted)::int as converted
    from goal_quarter where ${within(source, starts)} and currency = '' group by 1 order by 1`.execute(db)
  return rows
}

export interface CampaignGoal {
  campaign_id: string
  run_id: string
  runs: number
  name: string
  delivered: number
  conversions: number
  converted: number
  revenue: Revenue
}

/** Returns campaigns with a goal, including those without conversions. */
export async function selectGoalCampaigns(
  db: Db,
  source: Source,
  starts: Starts,
  limit: number,
): Promise<CampaignGoal[]> {
  const { rows } = await sql<CampaignGoal>`
    with ${countedByRun(source, starts, HAS_GOAL)}, aimed as (
      select r.run_id, r.campaign_id, r.name, max(c.quarter) as last, sum(c.delivered) as delivered from counted c
      join run r on r.application_id = ${source.applicationId} and r.run_id = c.run_id
      group by r.application_id, r.run_id
    ), reached as (
      select run_id, sum(conversions) as conversions, sum(converted) as converted
      from goal_quarter where ${within(source, starts)} and currency = '' group by run_id
    ), chosen as (
      select campaign_id, array_agg(run_id order by last desc, run_id desc) as run_ids, count(*)::int as runs,
        (array_agg(name order by last desc, run_id desc))[1] as name, sum(delivered)::int as delivered,
        coalesce(sum(conversions), 0)::int as conversions, coalesce(sum(converted), 0)::int as converted
      from aimed left join reached using (run_id) group by campaign_id
      order by conversions desc, delivered desc, campaign_id limit ${limit}
    )
    select campaign_id, run_ids[1] as run_id, runs, name, delivered, conversions, converted,
      ${revenueOf(sql`${within(source, starts)} and v.run_id = any(chosen.run_ids)`, REVENUES_MAX)} as revenue
    from chosen order by conversions desc, delivered desc, campaign_id`.execute(db)
  return rows
}
