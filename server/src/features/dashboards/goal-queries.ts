/** SQL of what the campaigns of a range brought about, from sums that are kept. */
import { type GoalTotals, REVENUES_MAX } from '@notifly/contracts/campaigns/goals'
import { percentOf } from '@notifly/contracts/dashboards/figures'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { revenueOf } from '../../engine/goals/goal-queries.ts'
import { counted, type Source, type Starts, within } from './queries.ts'

/** Of messages that were sent in these days, whenever the events were. Undefined where no campaign of them has a goal. */
export async function readGoalTotals(db: Db, source: Source, starts: Starts): Promise<GoalTotals | undefined> {
  const { rows } = await sql<Omit<GoalTotals, 'conversion_rate'> & { runs: number; delivered: number }>`
    with ${counted(source, starts)}, aimed as (
      select count(*)::int as runs, coalesce(sum(c.delivered), 0)::int as delivered from counted c
      join run r on r.application_id = ${source.applicationId} and r.run_id = c.run_id where r.goal is not null
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
