import { listPlans } from '@notifly/contracts/billing/plans'
import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useMoney } from '../../components/billing/use-money.ts'
import { useDisplay } from '../../components/display/use-display.ts'

interface ChangeWords {
  /** Such as "Downgrade to Starter on 1 December 2026". */
  title: string
  /** Undefined if nothing is charged for it now. */
  costs: string | undefined
}

/** What a pending change of plan brings and when: one in progress or due at the end of the period. Undefined without one. */
export function useChangeWords({ change, currency }: Subscription): ChangeWords | undefined {
  const { t } = useTranslation('billing')
  const { money } = useMoney()
  const { longDay } = useDisplay()
  const { data: plans } = useRead(listPlans, {}, { enabled: change !== null })
  if (change === null) return undefined
  const plan = plans?.find(({ id }) => id === change.new_plan_id)?.name ?? change.new_plan_id
  const values = { plan, date: longDay(change.date), amount: money(change.amount, currency) }
  return {
    title: t(`one.change.${change.type}`, values),
    costs: change.amount > 0 ? t('one.change.costs', values) : undefined,
  }
}
