import { SUBSCRIPTION_STATUS } from '@notifly/contracts/billing/states'
import { cancelSubscription, type Subscription } from '@notifly/contracts/billing/subscriptions'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmWrite } from '../../../components/form/ConfirmWrite.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { TitledPage } from '../../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { NotFoundCard } from '../../../components/states/NotFoundCard.tsx'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Section, Stack } from '../../../ui/layout/Page.tsx'
import { BILLING_READS } from '../billing-reads.ts'
import { InvoicesPanel } from '../invoices/InvoicesPanel.tsx'
import { usePricing } from '../pricing/use-pricing.tsx'
import { StatusBanner } from '../StatusBanner.tsx'
import { isCancellable, offerOf, runningOf } from '../status.ts'
import { SubscriptionBadge } from '../SubscriptionBadge.tsx'
import { useBillingActs } from '../use-billing-acts.ts'
import { useSubscriptions } from '../use-subscriptions.ts'
import { SubscriptionFacts } from './SubscriptionFacts.tsx'

/** One subscription: its status, its details and its invoices. */
export function SubscriptionPage() {
  const { t } = useTranslation('billing')
  const slug = useSlug()
  const { id } = useParams({ strict: false }) as { id: string }
  const { all, current, error, again } = useSubscriptions()
  const subscription = all?.find(({ uuid }) => uuid === id)
  const crumbs = [{ label: t('title'), href: paths.subscription(slug) }]
  if (subscription) return <Loaded key={id} subscription={subscription} current={current ?? []} crumbs={crumbs} />
  return (
    <TitledPage crumbs={crumbs} title={t('one.title')}>
      {error && <ReadFailure error={error} title={t('failed')} onRetry={again} />}
      {!error && all && <NotFoundCard framed />}
      {!error && !all && (
        <Stack>
          <LoadingNote />
          <Skeleton height="12rem" />
          <Skeleton height="20rem" />
        </Stack>
      )}
    </TitledPage>
  )
}

interface LoadedProps {
  subscription: Subscription
  /** All subscriptions that have not ended; may include this one. */
  current: readonly Subscription[]
  crumbs: { label: string; href: string }[]
}

function Loaded({ subscription, current, crumbs }: LoadedProps) {
  const { t } = useTranslation('billing')
  const { uuid, name } = subscription
  const [isCancelling, setCancelling] = useState(false)
  const pricing = usePricing(current)
  const acts = useBillingActs(pricing.openCheckout, current)
  const offer = runningOf(current) === subscription ? offerOf(current) : undefined
  return (
    <TitledPage
      stacked
      crumbs={crumbs}
      title={name}
      badge={<SubscriptionBadge subscription={subscription} />}
      actions={
        <>
          {isCancellable(subscription) && <Button onClick={() => setCancelling(true)}>{t('cancel.action')}</Button>}
          {offer && (
            <Button variant="primary" onClick={pricing.show}>
              {t(`pricing.${offer}`)}
            </Button>
          )}
        </>
      }
    >
      <StatusBanner subscription={subscription} current={current} acts={acts} checks />
      <SubscriptionFacts subscription={subscription} />
      <Section title={t('invoices.title')}>
        <InvoicesPanel subscription={uuid} />
      </Section>
      {pricing.view}
      {isCancelling && <CancelDialog subscription={subscription} onClose={() => setCancelling(false)} />}
    </TitledPage>
  )
}

function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const { longDay } = useDisplay()
  const { uuid, name, status, period_end: end } = subscription
  const isPaid = status === SUBSCRIPTION_STATUS.active && end !== null
  return (
    <ConfirmWrite
      endpoint={cancelSubscription}
      input={{ body: { subscription: uuid } }}
      refreshes={BILLING_READS}
      onClose={onClose}
      title={t('cancel.title', { name })}
      action={t('cancel.action')}
      keep={t('cancel.keep')}
    >
      {isPaid ? t('cancel.textUntil', { name, date: longDay(end) }) : t('cancel.text')}
    </ConfirmWrite>
  )
}
