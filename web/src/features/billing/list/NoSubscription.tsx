import { CreditCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'

/** Shown if the organization never had a subscription: what a plan offers, and a button that opens the plans. */
export function NoSubscription({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('billing')
  return (
    <StateCard
      kind="empty"
      framed
      icon={CreditCard}
      title={t('list.empty')}
      actions={<Button onClick={onChoose}>{t('pricing.choose')}</Button>}
    >
      {t('list.emptyText')}
    </StateCard>
  )
}
