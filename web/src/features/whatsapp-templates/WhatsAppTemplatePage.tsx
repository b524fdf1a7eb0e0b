import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { readWhatsappTemplate, type WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { PendingBanner } from '../../components/approvals/PendingBanner.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { TagsButton } from '../../components/tags/TagsButton.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { languageName } from '../../components/whatsapp/use-whatsapp-template.ts'
import { exampleValues, WhatsAppPreview } from '../../components/whatsapp/WhatsAppPreview.tsx'
import { useTemplateReason, WhatsAppStatus } from '../../components/whatsapp/WhatsAppStatus.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { LoadingHeader, LoadingPanel } from '../../ui/layout/LoadingPage.tsx'
import { Page, WithAside } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'
import { canChange } from './change-blocker.ts'
import { DeleteWhatsAppDialog } from './DeleteWhatsAppDialog.tsx'
import { TemplateParts } from './TemplateParts.tsx'

/** While WhatsApp has to decide, its decision appears by itself. */
const POLL_MS = 4000
const ON_ITS_WAY = ['SUBMITTING', 'PENDING', 'IN_APPEAL', 'PENDING_DELETION']

/** `changed`: it was handed in anew when this was its last change, and nothing has come of it before there is a later one. */
const state = z.object({ changed: z.optional(z.coerce.number()) })

/** One WhatsApp template: how it looks, what it is made of, what WhatsApp says of it. */
export function WhatsAppTemplatePage() {
  const { t } = useTranslation('whatsapp')
  const crumbs = useCrumbs()
  const { uuid } = useParams({ strict: false }) as { uuid: string }
  const [{ changed }] = useUrlState(state)
  const [isWaiting, setWaiting] = useState(false)
  const template = useRead(readWhatsappTemplate, { params: { uuid } }, { pollMs: isWaiting && POLL_MS })
  const data = template.data && handedIn(template.data, changed)
  const waits = data !== undefined && ON_ITS_WAY.includes(data.status)
  if (waits !== isWaiting) setWaiting(waits)
  return (
    <Page>
      <PageTitle>{data?.name ?? t('page.one')}</PageTitle>
      {template.error && !data ? (
        <>
          <PageHeader crumbs={crumbs} title={t('page.one')} />
          <ReadFailure error={template.error} title={t('page.failed')} onRetry={() => void template.refetch()} />
        </>
      ) : data ? (
        <Template template={data} />
      ) : (
        <LoadingSkeleton />
      )}
    </Page>
  )
}

/** While it is on its way to WhatsApp anew, it says what it said before; its state is that of a new one. */
function handedIn(template: WhatsappTemplate, changed: number | undefined): WhatsappTemplate {
  if (changed === undefined || template.updated_on > changed) return template
  return { ...template, status: 'SUBMITTING', reason: null }
}

/** Where the page stands: in the list of WhatsApp templates. */
function useCrumbs() {
  const slug = useSlug()
  const { t } = useTranslation('whatsapp')
  return [{ label: t('list.title'), href: paths.whatsappTemplates(slug) }]
}

function Template({ template }: { template: WhatsappTemplate }) {
  const slug = useSlug()
  const crumbs = useCrumbs()
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
        crumbs={crumbs}
        title={<bdi>{template.name}</bdi>}
        badge={<WhatsAppStatus status={template.status} />}
        facts={facts.filter(Boolean).join(' · ')}
        actions={
          <>
            <TagsButton chips kind="whatsapp-template" thing={template} mayTag={mayCreate} />
            {mayCreate && (
              <ButtonLink icon={Copy} href={paths.whatsappTemplateNew(slug, { from: template.uuid })}>
                {t('list.duplicate')}
              </ButtonLink>
            )}
            {mayCreate && canChange(template) && (
              <ButtonLink icon={Pencil} href={paths.whatsappTemplateEdit(slug, template.uuid)}>
                {t('list.edit')}
              </ButtonLink>
            )}
            {mayDelete && template.status !== 'PENDING_DELETION' && (
              <RowMenu
                name={template.name}
                items={[{ label: t('delete.action'), icon: Trash2, danger: true, onSelect: () => setDeleting(true) }]}
              />
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
        <PendingBanner approval={template.approval_uuid} refreshes={[readWhatsappTemplate]} />
        <StateNote template={template} />
        <TemplateParts components={components} />
      </WithAside>
      {isDeleting && <DeleteWhatsAppDialog template={template} onClose={() => setDeleting(false)} />}
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
  // What is approved stays so when WhatsApp refuses a change of it.
  const isNotTaken = template.status === 'APPROVED'
  return (
    <Alert
      tone={isNotTaken || BAD.includes(template.status) ? 'danger' : 'warning'}
      title={isNotTaken ? t('change.notTaken') : `${title}.`}
    >
      {reason} {text}
    </Alert>
  )
}

function LoadingSkeleton() {
  const { t } = useTranslation('whatsapp')
  const crumbs = useCrumbs()
  return (
    <>
      <LoadingHeader crumbs={crumbs} title={t('page.one')} />
      <WithAside aside={<LoadingPanel lines={8} />}>
        <LoadingPanel lines={4} />
      </WithAside>
    </>
  )
}
