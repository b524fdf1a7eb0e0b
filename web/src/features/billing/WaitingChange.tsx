import { listPlans } from '@notifly/contracts/billing/plans'
import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useMoney } from '../../components/billing/use-money.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'

interface WaitingChangeProps {
  subscription: Subscription
  /** Actions on the change. */
  children?: ReactNode
}

/** A pending change of plan, in progress or due at the end of the period. */
export function WaitingChange({ subscription: { change, currency }, children }: WaitingChangeProps) {
  const { t } = useTranslation('billing')
  const { money } = useMoney()
  const { longDay } = useDisplay()
  const { data: plans } = useRead(listPlans, {}, { enabled: change !== null })
  if (change === null) return null
  const plan = plans?.find(({ id }) => id === change.new_plan_id)?.name ?? change.new_plan_id
  const values = { plan, date: longDay(change.date), amount: money(change.amount, currency) }
  return (
    <Alert tone="info" className="mb-4" title={t(`one.change.${change.type}`, values)}>
      <span className="block">
        {change.amount > 0 && t('one.change.costs', values)} {children}
      </span>
    </Alert>
  )
}
