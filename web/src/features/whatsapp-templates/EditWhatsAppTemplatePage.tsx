import { readWhatsappTemplate, type WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useParams } from '@tanstack/react-router'
import { Copy, ExternalLink, PencilOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { PendingState } from '../../components/approvals/PendingState.tsx'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { type Reopened, useReopened } from '../../components/approvals/use-request.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths, withQuery } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { TemplateForm, TemplateSkeleton } from './TemplateForm.tsx'
import { changeBlocker, type ChangeBlocker, canChange } from './change-blocker.ts'
import { draftOf, requestedIn } from './draft.ts'

/** Writes a WhatsApp template anew: from what it says now, or from a request that was rejected. */
export function EditWhatsAppTemplatePage() {
  const { t } = useTranslation('whatsapp')
  const { slug, uuid } = useParams({ strict: false }) as { slug: string; uuid: string }
  const { data, error, isFetching, refetch } = useRead(readWhatsappTemplate, { params: { uuid } })
  const reopened = useReopened()
  return (
    <TitledPage
      crumbs={[
        { label: t('list.title'), href: paths.whatsappTemplates(slug) },
        ...(data === undefined ? [] : [{ label: data.name, href: paths.whatsappTemplate(slug, uuid) }]),
      ]}
      title={t('change.title')}
    >
      {error && !data ? (
        <ReadFailure error={error} title={t('page.failed')} onRetry={() => void refetch()} />
      ) : data ? (
        <Change key={uuid} template={data} reopened={reopened} isLoading={isFetching || reopened.isLoading} />
      ) : (
        <TemplateSkeleton />
      )}
    </TitledPage>
  )
}

interface ChangeProps {
  template: WhatsappTemplate
  reopened: Reopened
  /** What is there may be out of date, or is not all. */
  isLoading: boolean
}

/** The form, as soon as there is something to fill it with; from then on nothing that happens meanwhile takes it away. */
function Change({ template, reopened, isLoading }: ChangeProps) {
  const [opened, setOpened] = useState<WhatsappTemplate>()
  const obstacle = changeBlocker(template)
  const isReady = canChange(template) && obstacle === undefined && !isLoading
  if (opened === undefined && isReady) setOpened(template)
  if (opened !== undefined) return <ChangeForm template={opened} reopened={reopened} />
  if (template.approval_uuid !== undefined) {
    return <PendingState approval={template.approval_uuid} refreshes={[readWhatsappTemplate]} />
  }
  if (obstacle !== undefined) return <CannotChange template={template} obstacle={obstacle} />
  return <TemplateSkeleton />
}

function ChangeForm({ template, reopened }: Omit<ChangeProps, 'isLoading'>) {
  const slug = useSlug()
  const { t } = useTranslation('whatsapp')
  const goTo = useGoTo()
  const { request, reopens } = reopened
  const initial = useMemo(() => requestedIn(request) ?? draftOf(template), [request, template])
  const isApproved = template.status === 'APPROVED'
  const page = paths.whatsappTemplate(slug, template.uuid)
  return (
    <TemplateForm
      existing={template}
      initial={initial}
      reopens={reopens}
      banner={
        <>
          <ReopenBanner request={request} />
          <Alert tone="info" title={t('change.rule')}>
            {t(isApproved ? 'change.ofApproved' : 'change.ofOthers')}
          </Alert>
        </>
      }
      // Until WhatsApp has answered, the page shows that it is on its way.
      onDone={taken => goTo(withQuery(page, { changed: taken === undefined ? undefined : template.updated_on }))}
    />
  )
}

/** Where WhatsApp itself writes templates (developers.facebook.com, "Edit templates"). */
const WHATSAPP_MANAGER = 'https://business.facebook.com/latest/whatsapp_manager/message_templates'

interface CannotChangeProps {
  template: WhatsappTemplate
  obstacle: ChangeBlocker
}

/** In the place of the form: why a template cannot be changed here, and where it can. */
function CannotChange({ template, obstacle: { kind, names } }: CannotChangeProps) {
  const slug = useSlug()
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
