import {
  deleteWhatsappTemplate,
  listWhatsappTemplates,
  readWhatsappTemplate,
  type WhatsappTemplate,
} from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useTranslation } from 'react-i18next'
import { DeleteRefusal } from '../../components/campaigns/DeleteRefusal.tsx'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'

export interface DeleteWhatsAppDialogProps {
  template: Pick<WhatsappTemplate, 'uuid' | 'name'>
  onClose: () => void
}

/** Asks before a template is deleted at WhatsApp; campaigns that need it are named and keep it. */
export function DeleteWhatsAppDialog({ template, onClose }: DeleteWhatsAppDialogProps) {
  const { t } = useTranslation('whatsapp')
  return (
    <ConfirmWrite
      endpoint={deleteWhatsappTemplate}
      input={{ query: { template_uuid: template.uuid } }}
      refreshes={[listWhatsappTemplates, readWhatsappTemplate]}
      onClose={onClose}
      title={t('delete.title', { name: template.name })}
      action={t('delete.action')}
      refusal={error => <DeleteRefusal error={error} used={count => t('delete.used', { count })} />}
    >
      {t('delete.text')}
    </ConfirmWrite>
  )
}
