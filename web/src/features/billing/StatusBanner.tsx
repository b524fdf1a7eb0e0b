import { PACKAGE } from '@notifly/contracts/billing/states'
import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { startsAfterCurrent, lookOf } from './status.ts'
import type { BillingActs } from './use-billing-acts.ts'

interface StatusBannerProps {
  subscription: Subscription
  /** All subscriptions that have not ended, including this one. */
  current: readonly Subscription[]
  acts: BillingActs
  /** Shows the button that checks the payment's status; only on the subscription's own page. */
  checks?: boolean
}

/** A banner for every status but active. */
export function StatusBanner({ subscription, current, acts, checks = false }: StatusBannerProps) {
  const { t } = useTranslation('billing')
  const { name, banner, act } = lookOf(subscription)
  if (banner === undefined || subscription.ended_on !== null) return null
  if (act === 'check' && startsAfterCurrent(subscription, current)) {
    return (
      <Alert tone="info" className="mb-4" title={t('status.following')}>
        <span className="block">{t('statusText.following')}</span>
      </Alert>
    )
  }
  // An annual plan is not charged automatically: it is due and has to be paid again.
  const what = name === 'failed' && subscription.package_id === PACKAGE.annual ? 'due' : name
  return (
    <Alert
      tone={banner}
      className="mb-4"
      title={t(`status.${what}`)}
      action={(act !== 'check' || checks) && <StatusAct subscription={subscription} acts={acts} />}
    >
      <span className="block">{t(`statusText.${what}`)}</span>
    </Alert>
  )
}

/** The button for the subscription's status: verify the card, check the status, or pay again. */
export function StatusAct({ subscription, acts }: { subscription: Subscription; acts: BillingActs }): ReactNode {
  const { t } = useTranslation('billing')
  const { act } = lookOf(subscription)
  const { ended_on: endedOn, card_update_url: cardUrl } = subscription
  if (act === undefined || endedOn !== null) return null
  if (act === 'retry' && cardUrl !== null) {
    return (
      // Looks like a button, not like a link in the banner's colour.
      <ButtonLink size="sm" href={cardUrl} target="_blank" className="font-medium! text-ink!">
        {t('act.retry')}
      </ButtonLink>
    )
  }
  // The provider charges a monthly plan again once the card is updated. An annual plan is paid by hand.
  if (act === 'retry' && subscription.package_id === PACKAGE.monthly) return null
  const run = act === 'check' ? acts.check : acts.pay
  return (
    <Button size="sm" loading={acts.isBusy} onClick={() => void run(subscription).catch(() => undefined)}>
      {t(`act.${act}`)}
    </Button>
  )
}
