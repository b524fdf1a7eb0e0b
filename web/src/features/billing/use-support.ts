import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { readInstallation } from '@notifly/contracts/operator/installation'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'

/**
 * An email to those who answer questions about subscriptions, with the subscription in its subject. Undefined where the operator names
 * nobody: then the ticket of every page's foot takes the question.
 */
export function useSupportAddress(): (subscription: Subscription) => string | undefined {
  const { t } = useTranslation('billing')
  const address = useRead(readInstallation, {}).data?.support_email
  return ({ name, gateway_subscription_id: id }) => {
    const subject = t('support.subject', { name, id, interpolation: { escapeValue: false } })
    return address ? `mailto:${address}?subject=${encodeURIComponent(subject)}` : undefined
  }
}
