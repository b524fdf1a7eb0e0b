import type { WhatsappComponent } from '@notifly/contracts/whatsapp-templates/components'
import { readWhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { useReopened } from '../../components/approvals/use-request.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { draftOf, emptyDraft, leftOutOf, requestedIn } from './draft.ts'
import { TemplateForm, TemplateSkeleton } from './TemplateForm.tsx'

const state = z.object({ from: z.optional(z.string()) })

/** A new WhatsApp template: from nothing, from another one, or from a request that was rejected. */
export function NewWhatsAppTemplatePage() {
  const { t, i18n } = useTranslation('whatsapp')
  const slug = useSlug()
  const goTo = useGoTo()
  const [{ from }] = useUrlState(state)
  const reopened = useReopened()
  const source = useRead(readWhatsappTemplate, { params: { uuid: from ?? '' } }, { enabled: from !== undefined })
  const { request } = reopened
  const initial = useMemo(
    () => requestedIn(request) ?? (source.data ? draftOf(source.data) : emptyDraft(i18n.language)),
    [request, source.data, i18n.language],
  )
  const isLoading = reopened.isLoading || (from !== undefined && source.isPending)
  return (
    <TitledPage
      crumbs={[{ label: t('list.title'), href: paths.whatsappTemplates(slug) }]}
      title={t('edit.title')}
      facts={t('edit.facts')}
    >
      {source.error ? (
        <ReadFailure error={source.error} title={t('page.failed')} onRetry={() => void source.refetch()} />
      ) : isLoading ? (
        <TemplateSkeleton />
      ) : (
        <TemplateForm
          key={request?.uuid ?? from ?? ''}
          initial={initial}
          reopens={reopened.reopens}
          tags={request ? tagsIn(request.payload) : source.data?.tags}
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

function tagsIn(payload: Record<string, unknown>): string[] | undefined {
  return z.array(z.string()).safeParse(payload['tags']).data
}

/** What the copy of a template lacks, since it cannot be written here. */
function LeftOut({ components }: { components: readonly WhatsappComponent[] }) {
  const { t } = useTranslation('whatsapp')
  const { buttons, parts } = leftOutOf(components)
  if (buttons.length + parts.length === 0) return null
  return (
    <Alert tone="warning">
      {buttons.length > 0 && t('edit.buttonsLeftOut', { count: buttons.length })}{' '}
      {parts.length > 0 && t('edit.partsLeftOut', { count: parts.length })}
    </Alert>
  )
}
