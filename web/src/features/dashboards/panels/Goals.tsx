import type { GoalTotals } from '@notifly/contracts/campaigns/goals'
import { GoalStats } from '../../../components/display/GoalStats.tsx'

/** What the campaigns of the range brought about; nothing where none has a goal. */
export function Goals({ goals }: { goals: { data: GoalTotals } | undefined }) {
  if (goals === undefined) return null
  const { conversions, converted, conversion_rate: rate, revenue } = goals.data
  return (
    <GoalStats
      conversions={conversions}
      converted={converted}
      share={rate === null ? undefined : rate / 100}
      revenue={revenue.length > 0 ? revenue : undefined}
    />
  )
}
