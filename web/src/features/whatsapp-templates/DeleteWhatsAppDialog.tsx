import {
  deleteWhatsappTemplate,
  listWhatsappTemplates,
  readWhatsappTemplate,
  type WhatsappTemplate,
} from '@notifly/contracts/whatsapp-templates'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { ApiError } from '../../api/api-error.ts'
import { useWrite } from '../../api/queries.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { serverText } from '../../locales/server-text.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

export interface DeleteWhatsAppDialogProps {
  slug: string
  template: Pick<WhatsappTemplate, 'uuid' | 'name'>
  onClose: () => void
}

const usedBy = z.object({ campaigns: z.array(z.object({ uuid: z.string(), name: z.string() })) })

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
      error={remove.error && <Refusal slug={slug} error={remove.error} />}
    >
      {t('delete.text')}
    </ConfirmDialog>
  )
}

function Refusal({ slug, error }: { slug: string; error: ApiError }) {
  const { t } = useTranslation('whatsapp')
  const used = usedBy.safeParse(error.data)
  if (!used.success) return <p>{serverText(error.message)}</p>
  return (
    <>
      <p>{t('delete.used', { count: used.data.campaigns.length })}</p>
      <ul className="mt-1">
        {used.data.campaigns.map(({ uuid, name }) => (
          <li key={uuid}>
            <PageLink to={paths.campaigns(slug, { search: name })}>
              <bdi>{name}</bdi>
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  )
}
