import { readWhatsappSync } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { useCan } from '../session/use-session.ts'

/**
 * Explains why campaigns use templates (the 24-hour rule), and how many people can be written to freely now. Space for
 * that number is reserved while it loads.
 */
export function SessionRule() {
  const { t } = useTranslation('whatsapp')
  const mayRead = useCan(ACTIVITY.templateWhatsapp, 'read')
  const { data } = useRead(readWhatsappSync, {}, { enabled: mayRead })
  return (
    <Alert icon={Clock} title={t('session.title')}>
      {t('session.text')} {data === undefined && mayRead && <span className="invisible">{t('session.openNone')}</span>}
      {data?.configured &&
        (data.open_sessions === 0 ? t('session.openNone') : t('session.open', { count: data.open_sessions }))}
    </Alert>
  )
}
