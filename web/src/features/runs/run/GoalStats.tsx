import type { GoalFigures } from '@notifly/contracts/campaigns/goals'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useTranslation } from 'react-i18next'
import { useGoalWords } from '../../../components/campaigns/use-goal-words.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { StatRow } from '../../../ui/layout/StatRow.tsx'
import { figuresOf, shareOf } from './run-figures.ts'

/** What the run brought about: conversions, who converted, and what that is worth. */
export function GoalStats({ run, figures }: { run: RunProgress; figures: GoalFigures }) {
  const { t } = useTranslation('goals')
  const { number, percent, money } = useDisplay()
  const words = useGoalWords()
  const { goal, conversions, converted, revenue } = figures
  const share = shareOf(converted, figuresOf(run).reached)
  const [first, ...others] = revenue
  const shown = ({ amount, currency }: (typeof revenue)[number]) => money(amount, currency, 2)
  return (
    <StatRow
      label={t('title')}
      stats={[
        {
          id: 'conversions',
          label: t('conversions'),
          value: number(conversions),
          definition: t('define.conversions'),
          detail: words(goal),
        },
        {
          id: 'rate',
          label: t('rate'),
          value: share === undefined ? '–' : percent(share),
          definition: t('define.rate'),
          detail: t('people', { count: converted }),
        },
        ...(goal.revenue_property
          ? [
              {
                id: 'revenue',
                label: t('revenue'),
                value: first === undefined ? '–' : shown(first),
                definition: t('define.revenue'),
                detail: others.map(shown).join(' · '),
              },
            ]
          : []),
      ]}
    />
  )
}
