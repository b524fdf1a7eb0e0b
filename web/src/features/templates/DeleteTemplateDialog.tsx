import { deleteTemplate, listTemplates, type TemplateRow } from '@notifly/contracts/templates/templates'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { DeleteRefusal } from '../../components/campaigns/DeleteRefusal.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

export interface DeleteTemplateDialogProps {
  slug: string
  template: TemplateRow
  onClose: () => void
}

/** Asks before a template is deleted; scheduled campaigns that need it are named and keep it. */
export function DeleteTemplateDialog({ slug, template, onClose }: DeleteTemplateDialogProps) {
  const { t } = useTranslation('templates')
  const remove = useWrite(deleteTemplate, { refreshes: [listTemplates], failure: 'form', onDone: onClose })
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
