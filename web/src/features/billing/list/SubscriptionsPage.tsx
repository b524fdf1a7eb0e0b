import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { useTranslation } from 'react-i18next'
import { TitledPage } from '../../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { WithAside } from '../../../ui/layout/Page.tsx'
import { TabLinks } from '../../../ui/layout/Tabs.tsx'
import { InvoicesPanel } from '../invoices/InvoicesPanel.tsx'
import { PreferencesForm } from '../preferences/PreferencesForm.tsx'
import { StatusBanner } from '../StatusBanner.tsx'
import { offerOf } from '../status.ts'
import { UsagePanel } from '../usage/UsagePanel.tsx'
import { useBillingActs } from '../use-billing-acts.ts'
import { useSubscriptions } from '../use-subscriptions.ts'
import { usePricing } from '../pricing/use-pricing.tsx'
import { billingState, BILLING_TABS } from './billing-state.ts'
import { NoSubscription } from './NoSubscription.tsx'
import { SubscriptionsTable } from './SubscriptionsTable.tsx'

/** The organization's subscriptions, usage, invoices and billing preferences. */
export function SubscriptionsPage() {
  const { t } = useTranslation('billing')
  const slug = useSlug()
  const [{ tab }] = useUrlState(billingState)
  const { current, all, historic, error, again } = useSubscriptions()
  const pricing = usePricing(current)
  const acts = useBillingActs(pricing.openCheckout, current ?? [])
  const offer = offerOf(current ?? [])
  return (
    <TitledPage
      title={t('title')}
      facts={t('lead')}
      actions={
        current !== undefined &&
        offer && (
          // The preferences form has a primary button of its own.
          <Button variant={tab === 'preferences' ? 'plain' : 'primary'} onClick={pricing.show}>
            {t(`pricing.${offer}`)}
          </Button>
        )
      }
    >
      {current?.map(each => (
        <StatusBanner key={each.uuid} subscription={each} current={current} acts={acts} />
      ))}
      <TabLinks
        label={t('title')}
        value={tab}
        tabs={BILLING_TABS.map(value => ({
          value,
          label: t(`tabs.${value}`),
          href: paths.subscription(slug, { tab: value === 'overview' ? undefined : value }),
        }))}
      />
      {tab === 'overview' && error && <ReadFailure error={error} title={t('failed')} onRetry={again} />}
      {tab === 'overview' && !error && (
        <WithAside
          aside={
            // On a phone it is hidden until the list above has loaded, so that it does not move.
            <div className={cx(all === undefined && 'max-md:hidden')}>
              <UsagePanel onUpgrade={offer && pricing.show} />
            </div>
          }
        >
          {all?.length === 0 ? (
            <NoSubscription onChoose={pricing.show} />
          ) : (
            <Lists current={current} historic={historic} acts={acts} />
          )}
        </WithAside>
      )}
      {tab === 'invoices' && <InvoicesPanel />}
      {tab === 'preferences' && <PreferencesForm />}
      {pricing.view}
    </TitledPage>
  )
}

interface ListsProps {
  current: readonly Subscription[] | undefined
  historic: readonly Subscription[] | undefined
  acts: ReturnType<typeof useBillingActs>
}

/** Current subscriptions, and past ones if there are any. */
function Lists({ current, historic, acts }: ListsProps) {
  const { t } = useTranslation('billing')
  return (
    <>
      {current?.length !== 0 && <SubscriptionsTable title={t('list.current')} rows={current} acts={acts} />}
      {historic !== undefined && historic.length > 0 && (
        <SubscriptionsTable past title={t('list.historic')} rows={historic} acts={acts} />
      )}
    </>
  )
}
