import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useTranslation } from 'react-i18next'
import { TitledPage } from '../../../components/navigation/TitledPage.tsx'
import { ForbiddenCard } from '../../../components/states/ForbiddenCard.tsx'

/** In the place of runs, for a role that does not include them. */
export function ForbiddenRuns() {
  const { t } = useTranslation('delivery')
  return (
    <TitledPage title={t('title')}>
      <ForbiddenCard activity={ACTIVITY.deliveryListing} />
    </TitledPage>
  )
}
