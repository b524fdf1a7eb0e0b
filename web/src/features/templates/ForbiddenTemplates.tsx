import { ACTIVITY, type LevelName } from '@notifly/contracts/roles/activities'
import { useTranslation } from 'react-i18next'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'

/** In the place of templates, for a role that does not include them. */
export function ForbiddenTemplates({ level = 'read' }: { level?: Exclude<LevelName, 'none'> }) {
  const { t } = useTranslation('templates')
  return <ForbiddenCard activity={ACTIVITY.templateEmail} level={level} title={t('forbidden.title')} />
}
