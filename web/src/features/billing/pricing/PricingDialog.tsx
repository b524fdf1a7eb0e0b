import { listPlans, type Plan } from '@notifly/contracts/billing/plans'
import { createSubscription, listSubscriptions, type Subscription } from '@notifly/contracts/billing/subscriptions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh, useRead, useWrite } from '../../../api/queries.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import type { OpenCheckout } from '../checkout/use-checkout.tsx'
import { isChangeable } from '../status.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ChangeCards, ChooseCards } from './PlanCards.tsx'
import { plansOf, type Tab, tabOf, TABS } from './plan-order.ts'
import { VerifyCardDialog } from './VerifyCardDialog.tsx'

export interface PricingDialogProps {
  tab: Tab
  onTab: (tab: Tab) => void
  /** The subscription that the organization has. */
  current: Subscription | undefined
  openCheckout: OpenCheckout
  /** Off while the checkout is over it. */
  open: boolean
  onClose: () => void
  /** Something was changed: nothing is to be chosen any more. */
  onDone: () => void
}

/** A card is verified a moment after the list has been read again. */
const VERIFY_AFTER_MS = 500

/** The plans: one is chosen and bought, or the one that the organization has is changed. */
export function PricingDialog(props: PricingDialogProps) {
  const { tab: chosenTab, onTab, current, openCheckout, open, onClose, onDone } = props
  const { t } = useTranslation('billing')
  const isUpgrade = current !== undefined && isChangeable(current)
  const tab = isUpgrade ? tabOf(current.package_id) : chosenTab
  const { data, error, refetch } = useRead(listPlans, {})
  const [chosen, choose] = useState<string>()
  const [target, setTarget] = useState<Plan>()
  const plans = data && plansOf(data, tab)
  const choice = plans?.find(({ id }) => id === chosen) ?? plans?.find(each => each.is_default) ?? plans?.[0]
  const purchase = usePurchase(openCheckout)
  return (
    <>
      <Dialog
        size="xl"
        open={open}
        onOpenChange={onClose}
        title={t(isUpgrade ? 'pricing.change' : 'pricing.choose')}
        {...(!isUpgrade && {
          footer: (
            <Button
              variant="primary"
              loading={purchase.isBusy}
              disabled={choice === undefined}
              onClick={() => choice && purchase.begin(choice)}
            >
              {t('pricing.proceed')}
            </Button>
          ),
        })}
      >
        <Tabs
          label={t('pricing.periods')}
          value={tab}
          onChange={onTab}
          tabs={TABS.filter(each => !isUpgrade || each === tab).map(value => ({ value, label: t(`pricing.${value}`) }))}
        >
          {error && <ReadFailure error={error} title={t('pricing.failed')} onRetry={() => void refetch()} />}
          {!error && plans === undefined && <Ghost />}
          {plans?.length === 0 && <p className="text-muted">{t('pricing.none')}</p>}
          {plans && !isUpgrade && <ChooseCards plans={plans} chosen={choice?.id} onChoose={choose} />}
          {plans && isUpgrade && <ChangeCards plans={plans} current={current.plan_id} onChange={setTarget} />}
        </Tabs>
      </Dialog>
      {target && (
        <ChangeDialog
          plan={target}
          openCheckout={order => {
            setTarget(undefined)
            openCheckout(order)
          }}
          onClose={() => setTarget(undefined)}
          onDone={onDone}
        />
      )}
      {purchase.refused && (
        <VerifyCardDialog {...purchase.refused} isBusy={purchase.isBusy} onClose={purchase.forget} />
      )}
    </>
  )
}

/** Begins a subscription and opens its checkout; where that does not succeed, the card is verified. */
function usePurchase(openCheckout: OpenCheckout) {
  const [refused, setRefused] = useState<{ error: Error; onVerify: () => void }>()
  const create = useWrite(createSubscription, { refreshes: [listSubscriptions], failure: 'form' })
  const begin = (plan: Plan) => {
    create.mutate(
      { body: { plan_id: plan.id, frequency: tabOf(plan.package_id) === 'annual' ? 'annually' : 'monthly' } },
      {
        onSuccess: ({ data }) => {
          setRefused(undefined)
          openCheckout(data)
        },
        onError: error => {
          void refresh(listSubscriptions)
          setTimeout(() => setRefused({ error, onVerify: () => begin(plan) }), VERIFY_AFTER_MS)
        },
      },
    )
  }
  return { begin, isBusy: create.isPending, refused, forget: () => setRefused(undefined) }
}

function Ghost() {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <LoadingNote />
      <Skeleton height="22rem" />
      <Skeleton height="22rem" />
      <Skeleton height="22rem" />
    </div>
  )
}
