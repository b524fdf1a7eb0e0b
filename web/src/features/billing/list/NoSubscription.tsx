import { CreditCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'

/** Where nothing was ever bought: what a plan is for, and the way to one. */
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
