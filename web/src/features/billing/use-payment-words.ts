import { useTranslation } from 'react-i18next'

interface Payment {
  method: string
  network: string | null
  last4: string | null
}

const METHODS = ['card', 'upi', 'wallet', 'netbanking', 'emandate']

/** "Visa ending with 4242" or "UPI"; the provider's own name for a method without a translation. */
export function usePaymentWords(): (payment: Payment) => string {
  const { t } = useTranslation('billing')
  return ({ method, network, last4 }) => {
    if (network !== null && last4 !== null) return t('payment.card', { network, last4 })
    return METHODS.includes(method) ? t(`payment.method.${method}`) : method
  }
}
