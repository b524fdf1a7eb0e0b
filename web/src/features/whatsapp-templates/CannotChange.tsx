import type { WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { Copy, ExternalLink, PencilOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import type { ChangeObstacle } from './change-obstacle.ts'

/** Where WhatsApp itself writes templates (developers.facebook.com, "Edit templates"). */
const WHATSAPP_MANAGER = 'https://business.facebook.com/latest/whatsapp_manager/message_templates'

export interface CannotChangeProps {
  slug: string
  template: WhatsappTemplate
  obstacle: ChangeObstacle
}

/** In the place of the form: why a template cannot be changed here, and where it can. */
export function CannotChange({ slug, template, obstacle: { kind, names } }: CannotChangeProps) {
  const { t, i18n } = useTranslation('whatsapp')
  const { list } = useDisplay()
  const statusKey = `status.${template.status}`
  const values = {
    names: list(names),
    status: i18n.exists(`whatsapp:${statusKey}`) ? t(statusKey) : template.status,
  }
  return (
    <StateCard
      kind="empty"
      framed
      icon={PencilOff}
      title={t('change.cannot.title')}
      actions={
        kind === 'status' ? (
          <ButtonLink href={paths.whatsappTemplate(slug, template.uuid)}>{t('change.cannot.look')}</ButtonLink>
        ) : (
          <>
            <ButtonLink variant="primary" icon={ExternalLink} href={WHATSAPP_MANAGER} target="_blank">
              {t('change.cannot.manager')}
            </ButtonLink>
            <ButtonLink variant="ghost" icon={Copy} href={paths.whatsappTemplateNew(slug, { from: template.uuid })}>
              {t('list.duplicate')}
            </ButtonLink>
          </>
        )
      }
    >
      {t(`change.cannot.${kind}`, values)}
    </StateCard>
  )
}
