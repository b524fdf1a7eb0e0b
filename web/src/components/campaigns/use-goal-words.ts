import type { Goal } from '@notifly/contracts/campaigns/goals'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../display/use-display.ts'
import { useRuleWords } from '../segments/use-rule-words.ts'

const NO_NAMES = { campaign: (uuid: string) => uuid, segment: (uuid: string) => uuid }

/** "order, where total is more than 10, within 7 days of a click or 1 day of an open". */
export function useGoalWords(): (goal: Goal) => string {
  const { t } = useTranslation('goals')
  const { property } = useRuleWords(NO_NAMES)
  const { list } = useDisplay()
  return useMemo(
    () =>
      ({ event, properties, click_days: clicks, open_days: opens, revenue_property: revenue }) => {
        const parts = [
          t('words.event', { event: event || '–' }),
          properties.length > 0 && t('words.where', { list: list(properties.map(property)) }),
          t('words.window', {
            clicks: t('words.days', { count: clicks }),
            opens: t('words.days', { count: opens }),
          }),
          revenue && t('words.revenue', { property: revenue }),
        ]
        return parts.filter(Boolean).join(' · ')
      },
    [t, property, list],
  )
}
