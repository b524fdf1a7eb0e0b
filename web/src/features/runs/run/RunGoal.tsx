import type { GoalFigures } from '@notifly/contracts/campaigns/goals'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useGoalWords } from '../../../components/campaigns/use-goal-words.ts'
import { GoalStats } from '../../../components/display/GoalStats.tsx'
import { figuresOf, shareOf } from './run-figures.ts'

/** What the run brought about, with its goal. */
export function RunGoal({ run, figures }: { run: RunProgress; figures: GoalFigures }) {
  const words = useGoalWords()
  const { goal, conversions, converted, revenue } = figures
  return (
    <GoalStats
      conversions={conversions}
      converted={converted}
      share={shareOf(converted, figuresOf(run).reached)}
      revenue={goal.revenue_property ? revenue : undefined}
      detail={words(goal)}
    />
  )
}
