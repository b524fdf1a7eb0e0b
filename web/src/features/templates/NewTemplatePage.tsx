import { readBrand } from '@notifly/contracts/brand/brand'
import { openEditorSession } from '@notifly/contracts/templates/editor-session'
import { EMAIL_MODES } from '@notifly/contracts/templates/templates'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { useReopened } from '../../components/approvals/use-request.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { LoadingNote } from '../../ui/feedback/Skeleton.tsx'
import { EMAIL } from './editor/content.ts'
import { BarFrame } from './editor/EditorBar.tsx'
import { readKeptText } from './editor/kept-text.ts'
import { PushEditor } from './editor/push/PushEditor.tsx'
import { SmsEditor } from './editor/sms/SmsEditor.tsx'
import { TemplateEditor } from './editor/TemplateEditor.tsx'
import type { EditorProps } from './editor/use-editor.ts'
import { StarterChooser } from './StarterChooser.tsx'
import { visualStarter } from './visual/model/starters.ts'
import { useBlockWord } from './visual/use-block-word.ts'
import { starterContent, STARTERS } from '../../components/email/starters/starter-content.ts'

const state = z.object({
  start: z.optional(z.enum(STARTERS)),
  mode: z._default(z.enum(EMAIL_MODES), 'visual'),
  type: z._default(z.enum(['email', 'sms', 'webpush', 'mobilepush']), 'email'),
})

/** A new template: of a mail first a design to start from, then the editor. */
export function NewTemplatePage() {
  const { t } = useTranslation(['templates', 'sms'])
  const [{ type }] = useUrlState(state)
  const reopened = useReopened()
  const asked = reopened.request?.payload['type']
  if (type === 'sms' || asked === 'SMS') {
    return (
      <>
        <PageTitle>{t('sms:template.new')}</PageTitle>
        {!reopened.isLoading && <SmsEditor reopened={reopened} />}
      </>
    )
  }
  if (type === 'webpush' || type === 'mobilepush' || asked === 'Webpush' || asked === 'Mobilepush') {
    const channel = type === 'mobilepush' || asked === 'Mobilepush' ? 'mobilepush' : 'webpush'
    return (
      <>
        <PageTitle>{t(channel === 'webpush' ? 'push.new' : 'push.newApp')}</PageTitle>
        {!reopened.isLoading && <PushEditor channel={channel} reopened={reopened} />}
      </>
    )
  }
  return (
    <>
      <PageTitle>{t('editor.newTitle')}</PageTitle>
      <NewMail reopened={reopened} />
    </>
  )
}

function NewMail({ reopened }: EditorProps) {
  const slug = useSlug()
  const { t } = useTranslation('templates')
  const word = useBlockWord()
  const [{ start, mode }, change] = useUrlState(state)
  const begins = start ?? (reopened.request && 'blank')
  const { data: brand, isPending } = useRead(readBrand, {})
  // Our designs are MJML; an empty mail of blocks begins in the editor that the installation has.
  const asksEditor = begins === 'blank' && mode === 'visual' && !reopened.request
  const session = useRead(openEditorSession, {}, { once: true, enabled: asksEditor })
  const isOutside = asksEditor && session.data?.editor === 'beefree'
  // The design is taken over once: what the brand says has to be known by then.
  if (begins !== undefined) {
    const isAsking = asksEditor && session.data === undefined && session.error === null
    if (isAsking || (isPending && (begins !== 'blank' || mode !== 'html'))) return <LoadingNote />
    const visual = () => {
      const { mjml, ...rest } = visualStarter(begins, t, { brand, word })
      return { ...rest, mode, ...(!isOutside && { mjml }) }
    }
    const first = mode === 'html' || reopened.request ? starterContent(begins, t, brand) : visual()
    return <TemplateEditor key={begins} first={first} reopened={reopened} />
  }
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-canvas">
      <BarFrame>
        <span className="text-14 font-semibold">{t('editor.newTitle')}</span>
      </BarFrame>
      {!reopened.isLoading && !isPending && (
        <StarterChooser
          brand={brand}
          mode={mode}
          onMode={next => change({ mode: next }, { replace: true })}
          kept={readKeptText({ slug, uuid: undefined, kind: EMAIL })}
          onChoose={next => change({ start: next })}
        />
      )}
    </div>
  )
}
