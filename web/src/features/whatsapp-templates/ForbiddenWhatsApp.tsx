import { ACTIVITY, type LevelName } from '@notifly/contracts/roles/activities'
import { useTranslation } from 'react-i18next'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'

/** In the place of WhatsApp templates, for a role that does not include them. */
export function ForbiddenWhatsApp({ level = 'read' }: { level?: Exclude<LevelName, 'none'> }) {
  const { t } = useTranslation('whatsapp')
  return <ForbiddenCard activity={ACTIVITY.templateWhatsapp} level={level} title={t('forbidden')} />
}
