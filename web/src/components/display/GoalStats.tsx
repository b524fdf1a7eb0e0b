import type { Revenue } from '@notifly/contracts/campaigns/goals'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatRow } from '../../ui/layout/StatRow.tsx'
import { Rate } from './Rate.tsx'
import { useDisplay } from './use-display.ts'

export interface GoalStatsProps {
  conversions: number
  converted: number
  /** 0 to 1; undefined without recipients. */
  share: number | undefined
  /** Too few people were reached for the rate to be meaningful. */
  isFew: boolean
  /** Undefined if no goal defines the value of an event. */
  revenue: Revenue | undefined
  /** Link to the people who converted. */
  href: string | undefined
  /** Details below conversions, rate and revenue. */
  details?: { conversions?: ReactNode; rate?: ReactNode; revenue?: string }
}

/** The results of a goal: conversions, people who converted, and revenue. */
export function GoalStats(props: GoalStatsProps) {
  const { conversions, converted, share, isFew, revenue, href, details = {} } = props
  const { t } = useTranslation('goals')
  const { number, percent, money } = useDisplay()
  const [first, ...others] = (revenue ?? []).map(({ amount, currency }) => money(amount, currency, 2))
  const door = converted > 0 ? href : undefined
  const people = t('people', { count: converted })
  return (
    <StatRow
      label={t('title')}
      stats={[
        {
          id: 'conversions',
          label: t('conversions'),
          value: number(conversions),
          href: door,
          definition: t('define.conversions'),
          detail: details.conversions,
        },
        {
          id: 'rate',
          label: t('rate'),
          value: share === undefined ? '–' : <Rate isFew={isFew}>{percent(share)}</Rate>,
          href: share === undefined ? undefined : door,
          definition: t('define.rate'),
          detail: details.rate ? (
            <>
              {people} · {details.rate}
            </>
          ) : (
            people
          ),
        },
        ...(revenue === undefined
          ? []
          : [
              {
                id: 'revenue',
                label: t('revenue'),
                value: first ?? '–',
                href: first === undefined ? undefined : door,
                definition: t('define.revenue'),
                detail: [...others, details.revenue].filter(Boolean).join(' · '),
              },
            ]),
      ]}
    />
  )
}
