import { useTranslation } from 'react-i18next'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'

/** In the place of templates, for a role that does not include them. */
export function ForbiddenTemplates() {
  const { t } = useTranslation('templates')
  return <ForbiddenCard title={t('forbidden.title')}>{t('forbidden.text')}</ForbiddenCard>
}
