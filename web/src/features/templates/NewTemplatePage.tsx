import { ACTIVITY } from '@notifly/contracts/activities'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { type Reopened, useReopened } from '../../components/approvals/use-request.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/Page.tsx'
import { BarFrame } from './editor/EditorBar.tsx'
import { EMAIL, type SavedState } from './editor/content.ts'
import { readKeptText } from './editor/kept-text.ts'
import { TemplateEditor } from './editor/TemplateEditor.tsx'
import { ForbiddenTemplates } from './ForbiddenTemplates.tsx'
import { NewPushPage } from './editor/push/NewPushPage.tsx'
import { NewSmsPage } from './editor/sms/NewSmsPage.tsx'
import { StarterChooser } from './StarterChooser.tsx'
import { type Starter, STARTERS, starterContent } from './starters.ts'

const state = z.object({
  start: z.optional(z.enum(STARTERS)),
  type: z._default(z.enum(['email', 'sms', 'webpush']), 'email'),
})

/** A new template: first a design to start from, then the editor. */
export function NewTemplatePage() {
  const { t } = useTranslation('templates')
  const { slug } = useParams({ strict: false }) as { slug: string }
  const [{ start, type }, change] = useUrlState(state)
  const mayCreate = useCan(ACTIVITY.templateEmail, 'create')
  const reopened = useReopened()
  const begins = start ?? (reopened.request && 'blank')
  if (mayCreate && (type === 'sms' || reopened.request?.payload['type'] === 'SMS')) {
    return <NewSmsPage slug={slug} reopened={reopened} />
  }
  if (mayCreate && (type === 'webpush' || reopened.request?.payload['type'] === 'Webpush')) {
    return <NewPushPage slug={slug} reopened={reopened} />
  }
  return (
    <>
      <PageTitle>{t('editor.newTitle')}</PageTitle>
      {mayCreate && begins ? (
        <NewEditor key={begins} slug={slug} start={begins} reopened={reopened} />
      ) : (
        <div className="flex h-full flex-col overflow-y-auto bg-canvas">
          <BarFrame slug={slug}>
            {mayCreate ? (
              <span className="text-14 font-semibold">{t('editor.newTitle')}</span>
            ) : (
              <h1 className="text-14 font-semibold">{t('editor.newTitle')}</h1>
            )}
          </BarFrame>
          {mayCreate ? (
            <StarterChooser
              kept={readKeptText({ slug, uuid: undefined, kind: EMAIL })}
              onChoose={next => change({ start: next })}
            />
          ) : (
            <Page>
              <ForbiddenTemplates level="create" />
            </Page>
          )}
        </div>
      )}
    </>
  )
}

function NewEditor({ slug, start, reopened }: { slug: string; start: Starter; reopened: Reopened }) {
  const { t } = useTranslation('templates')
  const goTo = useGoTo()
  const initial = useMemo(
    (): SavedState => ({ content: starterContent(start, t), version: 0, savedOn: null }),
    [start, t],
  )
  return (
    <TemplateEditor
      slug={slug}
      uuid={undefined}
      initial={initial}
      reopened={reopened}
      onCreated={uuid => goTo(paths.template(slug, uuid), { replace: true })}
      reload={async () => initial}
    />
  )
}
