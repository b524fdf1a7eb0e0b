import {
  deleteWhatsappTemplate,
  listWhatsappTemplates,
  readWhatsappTemplate,
  type WhatsappTemplate,
} from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { DeleteRefusal } from '../../components/campaigns/DeleteRefusal.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

export interface DeleteWhatsAppDialogProps {
  slug: string
  template: Pick<WhatsappTemplate, 'uuid' | 'name'>
  onClose: () => void
}

/** Asks before a template is deleted at WhatsApp; campaigns that need it are named and keep it. */
export function DeleteWhatsAppDialog({ slug, template, onClose }: DeleteWhatsAppDialogProps) {
  const { t } = useTranslation('whatsapp')
  const remove = useWrite(deleteWhatsappTemplate, {
    refreshes: [listWhatsappTemplates, readWhatsappTemplate],
    failure: 'form',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('delete.title', { name: template.name })}
      action={t('delete.action')}
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ query: { template_uuid: template.uuid } })}
      error={
        remove.error && <DeleteRefusal slug={slug} error={remove.error} used={count => t('delete.used', { count })} />
      }
    >
      {t('delete.text')}
    </ConfirmDialog>
  )
}
