import type { Plan } from '@notifly/contracts/billing/plans'
import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'
import { cardClass, cardGrid, RadioCards } from '../../../ui/controls/RadioCards.tsx'
import { cx } from '../../../ui/cx.ts'
import { PlanContents, PlanPrice } from './PlanFacts.tsx'
import { stepTo } from './plan-order.ts'

interface ChooseCardsProps {
  plans: readonly Plan[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Cards to choose a plan to buy. */
export function ChooseCards({ plans, chosen, onChoose }: ChooseCardsProps) {
  const { t } = useTranslation('billing')
  return (
    <RadioCards
      aria-label={t('pricing.plans')}
      value={chosen ?? null}
      onChange={onChoose}
      cards={plans.map(plan => ({
        value: plan.id,
        title: plan.name,
        lead: <PlanPrice plan={plan} />,
        children: <PlanContents limits={plan.limits} />,
      }))}
    />
  )
}

interface ChangeCardsProps {
  plans: readonly Plan[]
  current: Subscription
  onChange: (plan: Plan) => void
}

/** Cards to change from the current plan to another one. */
export function ChangeCards({ plans, current, onChange }: ChangeCardsProps) {
  const { t } = useTranslation('billing')
  const { plan_id: own, change } = current
  // Only the next larger plan has a primary button.
  const next = plans.find(({ id }) => stepTo(id, own, plans) === 'upgrade')
  return (
    <ul className={cardGrid}>
      {plans.map(plan => {
        const step = stepTo(plan.id, own, plans)
        const isCurrent = step === 'current'
        return (
          <li
            key={plan.id}
            className={cx(cardClass, isCurrent ? 'border-accent bg-selected' : 'border-line bg-surface')}
          >
            <h3 className="text-14 font-semibold wrap-anywhere">{plan.name}</h3>
            <div className="flex flex-col">
              <PlanPrice plan={plan} />
            </div>
            <PlanContents limits={plan.limits} />
            <Button
              block
              // Choosing the current plan cancels the pending change.
              disabled={isCurrent && change === null}
              variant={plan === next ? 'primary' : 'plain'}
              aria-label={`${t(`step.${step}`)}: ${plan.name}`}
              onClick={() => onChange(plan)}
            >
              {t(`step.${step}`)}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
