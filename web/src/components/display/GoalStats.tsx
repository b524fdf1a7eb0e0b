import type { Revenue } from '@notifly/contracts/campaigns/goals'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatRow } from '../../ui/layout/StatRow.tsx'
import { useDisplay } from './use-display.ts'

export interface GoalStatsProps {
  conversions: number
  converted: number
  /** 0 to 1; undefined without recipients. */
  share: number | undefined
  /** Undefined where no goal says what an event is worth. */
  revenue: Revenue | undefined
  detail?: ReactNode
}

/** What messages brought about: conversions, who converted, and what that is worth. */
export function GoalStats({ conversions, converted, share, revenue, detail }: GoalStatsProps) {
  const { t } = useTranslation('goals')
  const { number, percent, money } = useDisplay()
  const [first, ...others] = (revenue ?? []).map(({ amount, currency }) => money(amount, currency, 2))
  return (
    <StatRow
      label={t('title')}
      stats={[
        {
          id: 'conversions',
          label: t('conversions'),
          value: number(conversions),
          definition: t('define.conversions'),
          detail,
        },
        {
          id: 'rate',
          label: t('rate'),
          value: share === undefined ? '–' : percent(share),
          definition: t('define.rate'),
          detail: t('people', { count: converted }),
        },
        ...(revenue === undefined
          ? []
          : [
              {
                id: 'revenue',
                label: t('revenue'),
                value: first ?? '–',
                definition: t('define.revenue'),
                detail: others.join(' · '),
              },
            ]),
      ]}
    />
  )
}
