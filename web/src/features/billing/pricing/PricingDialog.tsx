import { listPlans, type Plan } from '@notifly/contracts/billing/plans'
import { createSubscription, listSubscriptions, type Subscription } from '@notifly/contracts/billing/subscriptions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh, useRead, useWrite } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import type { OpenCheckout } from '../checkout/use-checkout.tsx'
import type { Offer } from '../status.ts'
import { WaitingChange } from '../WaitingChange.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ChangeCards, ChooseCards } from './PlanCards.tsx'
import { plansOf, type Tab, tabOf, TABS } from './plan-order.ts'
import { VerifyCardDialog } from './VerifyCardDialog.tsx'

export interface PricingDialogProps {
  tab: Tab
  onTab: (tab: Tab) => void
  /** The current subscription, and what can be done with it. */
  running: Subscription | undefined
  offer: Offer | undefined
  openCheckout: OpenCheckout
  /** False while the checkout is open on top. */
  open: boolean
  onClose: () => void
  /** Called after a change; the dialog is no longer needed. */
  onDone: () => void
}

/** Shows the card dialog a moment later, once the list has been read again. */
const VERIFY_AFTER_MS = 500

/** The plans: buys one, or changes the current one. */
export function PricingDialog(props: PricingDialogProps) {
  const { tab: chosenTab, onTab, running, offer, openCheckout, open, onClose, onDone } = props
  const { t } = useTranslation('billing')
  const current = offer === 'change' ? running : undefined
  const isUpgrade = current !== undefined
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
        title={t(`pricing.${offer ?? 'choose'}`)}
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
        {running && offer === 'next' && <NextNote running={running} />}
        {current && <WaitingChange subscription={current}>{t('change.keepHint')}</WaitingChange>}
        <Tabs
          label={t('pricing.periods')}
          value={tab}
          onChange={onTab}
          tabs={TABS.filter(each => !isUpgrade || each === tab).map(value => ({ value, label: t(`pricing.${value}`) }))}
        >
          {error && <ReadFailure error={error} title={t('pricing.failed')} onRetry={() => void refetch()} />}
          {!error && plans === undefined && <LoadingSkeleton />}
          {plans?.length === 0 && <p className="text-muted">{t('pricing.none')}</p>}
          {plans && !isUpgrade && <ChooseCards plans={plans} chosen={choice?.id} onChoose={choose} />}
          {plans && isUpgrade && <ChangeCards plans={plans} current={current} onChange={setTarget} />}
        </Tabs>
        {current && <OtherPeriod current={current} />}
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

/** Says when a plan chosen to follow a canceled one takes effect. */
function NextNote({ running: { name, period_end: end } }: { running: Subscription }) {
  const { t } = useTranslation('billing')
  const { longDay } = useDisplay()
  if (end === null) return null
  return (
    <Alert tone="info" className="mb-4">
      {t('pricing.nextStarts', { name, date: longDay(end) })}
    </Alert>
  )
}

/** Explains that a plan of the other billing period can't replace the current one. */
function OtherPeriod({ current: { uuid, package_id } }: { current: Subscription }) {
  const { t } = useTranslation('billing')
  const slug = useSlug()
  const other = tabOf(package_id) === 'annual' ? 'monthly' : 'annual'
  return (
    <p className="mt-4 text-12 text-muted">
      {t(`pricing.switch.${other}`)} <Link href={paths.subscriptionOf(slug, uuid)}>{t('pricing.toSubscription')}</Link>
    </p>
  )
}

/** Creates a subscription and opens its checkout. If that fails, asks the reader to verify the card. */
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
          void Promise.all([refresh(listSubscriptions), refresh(listPlans)])
          setTimeout(() => setRefused({ error, onVerify: () => begin(plan) }), VERIFY_AFTER_MS)
        },
      },
    )
  }
  return { begin, isBusy: create.isPending, refused, forget: () => setRefused(undefined) }
}

function LoadingSkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <LoadingNote />
      <Skeleton height="22rem" />
      <Skeleton height="22rem" />
      <Skeleton height="22rem" />
    </div>
  )
}
