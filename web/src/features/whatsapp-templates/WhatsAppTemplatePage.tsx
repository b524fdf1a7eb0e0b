import { ACTIVITY } from '@notifly/contracts/activities'
import { readWhatsappTemplate, type WhatsappTemplate } from '@notifly/contracts/whatsapp-templates'
import { Copy, Trash2 } from 'lucide-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { PendingBanner } from '../../components/approvals/PendingBanner.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { languageName } from '../../components/whatsapp/use-whatsapp-template.ts'
import { exampleValues, WhatsAppPreview } from '../../components/whatsapp/WhatsAppPreview.tsx'
import { useTemplateReason, WhatsAppStatus } from '../../components/whatsapp/WhatsAppStatus.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Page, Stack, WithAside } from '../../ui/Page.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoadingNote, Skeleton } from '../../ui/Skeleton.tsx'
import { DeleteWhatsAppDialog } from './DeleteWhatsAppDialog.tsx'
import { ForbiddenWhatsApp } from './ForbiddenWhatsApp.tsx'
import { TemplateParts } from './TemplateParts.tsx'

/** While WhatsApp has to decide, its decision appears by itself. */
const POLL_MS = 4000
const ON_ITS_WAY = ['SUBMITTING', 'PENDING', 'IN_APPEAL', 'PENDING_DELETION']

/** One WhatsApp template: how it looks, what it is made of, what WhatsApp says of it. */
export function WhatsAppTemplatePage() {
  const { t } = useTranslation('whatsapp')
  const { slug, uuid } = useParams({ strict: false }) as { slug: string; uuid: string }
  const mayRead = useCan(ACTIVITY.templateWhatsapp, 'read')
  const [isWaiting, setWaiting] = useState(false)
  const template = useRead(
    readWhatsappTemplate,
    { params: { uuid } },
    { enabled: mayRead, pollMs: isWaiting && POLL_MS },
  )
  const waits = template.data !== undefined && ON_ITS_WAY.includes(template.data.status)
  if (waits !== isWaiting) setWaiting(waits)
  return (
    <Page>
      <PageTitle>{template.data?.name ?? t('list.title')}</PageTitle>
      {!mayRead ? (
        <ForbiddenWhatsApp />
      ) : template.error && !template.data ? (
        <ReadFailure error={template.error} title={t('page.failed')} onRetry={() => void template.refetch()} />
      ) : template.data ? (
        <Template slug={slug} template={template.data} />
      ) : (
        <Ghost />
      )}
    </Page>
  )
}

function Template({ slug, template }: { slug: string; template: WhatsappTemplate }) {
  const { t, i18n } = useTranslation('whatsapp')
  const { shortDate } = useDisplay(useZone())
  const [isDeleting, setDeleting] = useState(false)
  const mayCreate = useCan(ACTIVITY.templateWhatsapp, 'create')
  const mayDelete = useCan(ACTIVITY.templateWhatsapp, 'delete')
  const { components, category, language, quality, updated_on: updatedOn } = template
  const facts = [
    i18n.exists(`whatsapp:category.${category}`) ? t(`category.${category}`) : category,
    languageName(language, i18n.language),
    quality !== null &&
      i18n.exists(`whatsapp:quality.${quality}`) &&
      `${t('list.quality')}: ${t(`quality.${quality}`)}`,
    shortDate(updatedOn),
  ]
  return (
    <>
      <PageHeader
        stacked
        crumbs={[{ label: t('list.title'), href: paths.whatsappTemplates(slug) }]}
        title={<bdi>{template.name}</bdi>}
        badge={<WhatsAppStatus status={template.status} />}
        facts={facts.filter(Boolean).join(' · ')}
        actions={
          <>
            {mayDelete && template.status !== 'PENDING_DELETION' && (
              <Button icon={Trash2} onClick={() => setDeleting(true)}>
                {t('list.delete')}
              </Button>
            )}
            {mayCreate && (
              <ButtonLink icon={Copy} href={paths.whatsappTemplateNew(slug, { from: template.uuid })}>
                {t('list.duplicate')}
              </ButtonLink>
            )}
          </>
        }
      />
      <WithAside
        aside={
          <Panel title={t('page.preview')} meta={t('page.previewHelp')}>
            <WhatsAppPreview components={components} values={exampleValues(components)} />
          </Panel>
        }
      >
        <PendingBanner slug={slug} approval={template.approval_uuid} refreshes={[readWhatsappTemplate]} />
        <StateNote template={template} />
        <TemplateParts components={components} />
      </WithAside>
      {isDeleting && <DeleteWhatsAppDialog slug={slug} template={template} onClose={() => setDeleting(false)} />}
    </>
  )
}

const BAD = ['REFUSED', 'REJECTED', 'DISABLED']

/** What its state means and what to do, where there is something to say. */
function StateNote({ template }: { template: WhatsappTemplate }) {
  const { t, i18n } = useTranslation('whatsapp')
  const reason = useTemplateReason()(template)
  const key = `whatsapp:statusText.${template.status}`
  const text = i18n.exists(key) ? t(key) : undefined
  if (reason === null && text === undefined) return null
  const title = i18n.exists(`whatsapp:status.${template.status}`) ? t(`status.${template.status}`) : template.status
  return (
    <Alert tone={BAD.includes(template.status) ? 'danger' : 'warning'} title={`${title}.`}>
      {reason} {text}
    </Alert>
  )
}

function Ghost() {
  return (
    <Stack>
      <LoadingNote />
      <Skeleton width="16rem" height="1.75rem" />
      <WithAside aside={<Skeleton height="22rem" />}>
        <Skeleton height="8rem" />
        <Skeleton height="12rem" />
      </WithAside>
    </Stack>
  )
}
