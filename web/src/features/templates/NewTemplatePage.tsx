import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReopened } from '../../components/approvals/use-request.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { EMAIL } from './editor/content.ts'
import { BarFrame } from './editor/EditorBar.tsx'
import { readKeptText } from './editor/kept-text.ts'
import { PushEditor } from './editor/push/PushEditor.tsx'
import { SmsEditor } from './editor/sms/SmsEditor.tsx'
import { TemplateEditor } from './editor/TemplateEditor.tsx'
import type { EditorProps } from './editor/use-editor.ts'
import { ForbiddenTemplates } from './ForbiddenTemplates.tsx'
import { StarterChooser } from './StarterChooser.tsx'
import { starterContent, STARTERS } from './starters.ts'

const state = z.object({
  start: z.optional(z.enum(STARTERS)),
  type: z._default(z.enum(['email', 'sms', 'webpush']), 'email'),
})

/** A new template: of a mail first a design to start from, then the editor. */
export function NewTemplatePage() {
  const { t } = useTranslation(['templates', 'sms'])
  const [{ type }] = useUrlState(state)
  const mayCreate = useCan(ACTIVITY.templateEmail, 'create')
  const reopened = useReopened()
  const asked = reopened.request?.payload['type']
  if (mayCreate && (type === 'sms' || asked === 'SMS')) {
    return (
      <>
        <PageTitle>{t('sms:template.new')}</PageTitle>
        {!reopened.isLoading && <SmsEditor reopened={reopened} />}
      </>
    )
  }
  if (mayCreate && (type === 'webpush' || asked === 'Webpush')) {
    return (
      <>
        <PageTitle>{t('push.new')}</PageTitle>
        {!reopened.isLoading && <PushEditor reopened={reopened} />}
      </>
    )
  }
  return (
    <>
      <PageTitle>{t('editor.newTitle')}</PageTitle>
      {mayCreate ? <NewMail reopened={reopened} /> : <Forbidden />}
    </>
  )
}

function NewMail({ reopened }: EditorProps) {
  const slug = useSlug()
  const { t } = useTranslation('templates')
  const [{ start }, change] = useUrlState(state)
  const begins = start ?? (reopened.request && 'blank')
  if (begins !== undefined) {
    return <TemplateEditor key={begins} first={starterContent(begins, t)} reopened={reopened} />
  }
  return (
    <Frame title={<span className="text-14 font-semibold">{t('editor.newTitle')}</span>}>
      {!reopened.isLoading && (
        <StarterChooser
          kept={readKeptText({ slug, uuid: undefined, kind: EMAIL })}
          onChoose={next => change({ start: next })}
        />
      )}
    </Frame>
  )
}

function Forbidden() {
  const { t } = useTranslation('templates')
  return (
    <Frame title={<h1 className="text-14 font-semibold">{t('editor.newTitle')}</h1>}>
      <Page>
        <ForbiddenTemplates level="create" />
      </Page>
    </Frame>
  )
}

function Frame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-canvas">
      <BarFrame>{title}</BarFrame>
      {children}
    </div>
  )
}
