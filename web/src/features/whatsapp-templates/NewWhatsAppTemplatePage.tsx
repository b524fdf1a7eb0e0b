import { ACTIVITY } from '@notifly/contracts/activities'
import { WhatsappComponent } from '@notifly/contracts/whatsapp-components'
import { readWhatsappTemplate } from '@notifly/contracts/whatsapp-templates'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { textIn } from '../../components/approvals/request-address.ts'
import { useReopened } from '../../components/approvals/use-request.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { LoadingNote, Skeleton } from '../../ui/Skeleton.tsx'
import { type Draft, draftOf, emptyDraft, leftOutOf, requestedDraft } from './draft.ts'
import { ForbiddenWhatsApp } from './ForbiddenWhatsApp.tsx'
import { TemplateForm } from './TemplateForm.tsx'

const state = z.object({ from: z.optional(z.string()) })

/** A new WhatsApp template: from nothing, from another one, or from a request that was rejected. */
export function NewWhatsAppTemplatePage() {
  const { t, i18n } = useTranslation('whatsapp')
  const { slug } = useParams({ strict: false }) as { slug: string }
  const mayCreate = useCan(ACTIVITY.templateWhatsapp, 'create')
  const goTo = useGoTo()
  const [{ from }] = useUrlState(state)
  const reopened = useReopened()
  const source = useRead(
    readWhatsappTemplate,
    { params: { uuid: from ?? '' } },
    { enabled: mayCreate && from !== undefined },
  )
  const { request } = reopened
  const initial = useMemo(
    () => requested(request?.payload) ?? (source.data ? draftOf(source.data) : emptyDraft(i18n.language)),
    [request, source.data, i18n.language],
  )
  const isLoading = reopened.isLoading || (from !== undefined && source.isPending)
  return (
    <TitledPage
      crumbs={[{ label: t('list.title'), href: paths.whatsappTemplates(slug) }]}
      title={t('edit.title')}
      facts={t('edit.facts')}
    >
      {!mayCreate ? (
        <ForbiddenWhatsApp level="create" />
      ) : source.error ? (
        <ReadFailure error={source.error} title={t('page.failed')} onRetry={() => void source.refetch()} />
      ) : isLoading ? (
        <Ghost />
      ) : (
        <TemplateForm
          key={request?.uuid ?? from ?? ''}
          initial={initial}
          reopens={reopened.reopens}
          banner={
            request ? (
              <ReopenBanner request={request} />
            ) : (
              source.data && <LeftOut components={source.data.components} />
            )
          }
          onDone={uuid => goTo(uuid === undefined ? paths.whatsappTemplates(slug) : paths.whatsappTemplate(slug, uuid))}
        />
      )}
    </TitledPage>
  )
}

/** What a rejected request would have written. */
function requested(payload: Readonly<Record<string, unknown>> | undefined): Draft | undefined {
  const components = z.array(WhatsappComponent).safeParse(payload?.['components'])
  if (payload === undefined || !components.success) return undefined
  const [name, language, category] = [textIn(payload, 'name'), textIn(payload, 'language'), textIn(payload, 'category')]
  return requestedDraft({ name, language, category, components: components.data })
}

/** What the copy of a template lacks, since it cannot be written here. */
function LeftOut({ components }: { components: readonly WhatsappComponent[] }) {
  const { t } = useTranslation('whatsapp')
  const { buttons, parts } = leftOutOf(components)
  if (buttons + parts === 0) return null
  return (
    <Alert tone="warning">
      {buttons > 0 && t('edit.buttonsLeftOut', { count: buttons })}{' '}
      {parts > 0 && t('edit.partsLeftOut', { count: parts })}
    </Alert>
  )
}

function Ghost() {
  return (
    <div className="flex flex-col gap-4">
      <LoadingNote />
      <Skeleton height="12rem" />
      <Skeleton height="16rem" />
    </div>
  )
}
