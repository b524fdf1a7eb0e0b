import { FEW_SENT } from '@notifly/contracts/dashboards/figures'
import type { GoalFigures } from '@notifly/contracts/campaigns/goals'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useGoalWords } from '../../../components/campaigns/use-goal-words.ts'
import { GoalStats } from '../../../components/display/GoalStats.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { figuresOf, shareOf } from './run-figures.ts'

/** The run's goal and its conversions. */
export function RunGoal({ run, figures }: { run: RunProgress; figures: GoalFigures }) {
  const words = useGoalWords()
  const slug = useSlug()
  const { goal, conversions, converted, revenue } = figures
  const { reached } = figuresOf(run)
  const door = paths.run(slug, run.notification_type, run.run_uuid, { status: 'converted' })
  return (
    <GoalStats
      conversions={conversions}
      converted={converted}
      share={shareOf(converted, reached)}
      isFew={reached < FEW_SENT}
      revenue={goal.revenue_property ? revenue : undefined}
      href={`${door}#recipients`}
      details={{ conversions: words(goal) }}
    />
  )
}
