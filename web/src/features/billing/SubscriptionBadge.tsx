import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/layout/Badge.tsx'
import { lookOf } from './status.ts'

/** Error, Active or Pending; Ended for a subscription that has ended. */
export function SubscriptionBadge({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  if (subscription.ended_on !== null) return <Badge type="secondary">{t('badge.ended')}</Badge>
  const { badge } = lookOf(subscription)
  return <Badge type={badge.type}>{t(`badge.${badge.word}`)}</Badge>
}
