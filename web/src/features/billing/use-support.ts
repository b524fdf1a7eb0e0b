import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { readInstallation } from '@notifly/contracts/operator/installation'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'

/**
 * Builds a mailto address for questions about a subscription. Undefined if the operator set no support address; the
 * page then opens the support ticket instead.
 */
export function useSupportAddress(): (subscription: Subscription) => string | undefined {
  const { t } = useTranslation('billing')
  const address = useRead(readInstallation, {}).data?.support_email
  return ({ name, gateway_subscription_id: id }) => {
    const subject = t('support.subject', { name, id, interpolation: { escapeValue: false } })
    return address ? `mailto:${address}?subject=${encodeURIComponent(subject)}` : undefined
  }
}
