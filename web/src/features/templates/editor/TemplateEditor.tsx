import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { EmailContent, Problem } from '@notifly/contracts/templates/templates'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useMergeFields } from '../../../components/email/FieldMenu.tsx'
import { PreviewPane, type View, VIEWS } from '../../../components/email/PreviewPane.tsx'
import type { SourceHandles } from '../../../components/email/SourcePane.tsx'
import { TestMailDialog } from '../../../components/email/TestMailDialog.tsx'
import { BODIES, type Body, type EditorContent, partsOf, sourceOf } from '../../../components/email/content.ts'
import { SourcePane } from '../../../components/email/lazy-source-pane.ts'
import { type LivePreview, usePreview } from '../../../components/email/use-preview.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import { EditorSkeleton, SourcesSkeleton } from './Opening.tsx'
import { EditorFrame } from './EditorFrame.tsx'
import { EMAIL } from './content.ts'
import { HtmlDialog, MjmlTools } from './modes.tsx'
import { MailPreview } from './page/MailPreview.tsx'
import { MailProblems } from './page/MailProblems.tsx'
import type { VisualEditorProps } from './page/page-props.ts'
import { applyFix } from './problem-fixes.ts'
import { type EditorProps, type EditorState, useEditor } from './use-editor.ts'
import { lazyView } from '../../../ui/lazy-view.tsx'

const urlState = z.object({
  view: z.optional(z.enum(VIEWS)),
  body: z._default(z.enum(BODIES), 'html'),
  as: z.optional(z.string()),
})
const NO_PROBLEMS: readonly Problem[] = []

export interface TemplateEditorProps extends EditorProps {
  /** What a new one begins with. */
  first?: EditorContent
  /** Said above it. */
  note?: ReactNode
}

/** The blocks of a mail. Loaded when one is opened: most of it is there for nothing else. */
const VisualEditor = lazyView(async () => (await import('../visual/VisualEditor.tsx')).VisualEditor)

/** That of an outside editor. */
const OutsideMail = lazyView(async () => (await import('./beefree/ExternalMailEditor.tsx')).ExternalMailEditor)

/** The editor of a mail: its sources or its blocks, and the mail as it will look. */
export function TemplateEditor(props: TemplateEditorProps) {
  const state = useEditor({ kind: EMAIL, ...props })
  const [{ view: chosenView, body, as }, change] = useUrlState(urlState)
  const preview = usePreview(state.content, as)
  const isVisual = state.content.mode === 'visual' && state.content.mjml !== undefined
  const isOutside = state.content.mode === 'visual' && !isVisual
  const hasSources = !isVisual && !isOutside
  const previewOnly = useIsPhone() && hasSources
  const view = chosenView ?? (hasSources && !previewOnly ? 'desktop' : 'phone')
  const [isTurning, setTurning] = useState(false)
  const shared: VisualEditorProps = {
    state,
    uuid: props.template?.uuid,
    preview,
    view,
    onView: next => change({ view: next }, { replace: true }),
    onAs: next => change({ as: next }, { replace: true }),
    onHtml: () => setTurning(true),
  }
  return (
    <EditorFrame
      {...props}
      state={state}
      previewOnly={previewOnly}
      whole={!hasSources}
      testActivity={ACTIVITY.campaignEmail}
      test={dialog => <TestMailDialog content={partsOf(state.content)} contactUuid={as} {...dialog} />}
      look={content => <MailLook content={content} />}
    >
      {isTurning && <HtmlDialog state={state} onClose={() => setTurning(false)} />}
      {!hasSources && (
        <Suspense fallback={<EditorSkeleton />}>
          {isVisual ? <VisualEditor {...shared} /> : <OutsideMail {...shared} />}
        </Suspense>
      )}
      {hasSources && !previewOnly && (
        <Sources
          state={state}
          preview={preview}
          body={body}
          onBody={next => change({ body: next, view: viewBeside(next, view) }, { replace: true })}
          onHtml={() => setTurning(true)}
        />
      )}
      {hasSources && (
        <section className="flex min-h-0 min-w-0 flex-col sm:border-s sm:border-line">
          <MailPreview {...shared} note={previewOnly && <PhoneNote />} />
          {previewOnly && <MailProblems state={state} preview={preview} />}
        </section>
      )}
    </EditorFrame>
  )
}

/** Who writes the text wants to read it; back at the HTML the mail is looked at again. */
function viewBeside(body: Body, view: View): View {
  if (body === 'text') return 'text'
  return view === 'text' ? 'desktop' : view
}

interface SourcesProps {
  state: EditorState
  preview: LivePreview
  body: Body
  onBody: (body: Body) => void
  onHtml: () => void
}

function Sources({ state, preview, body, onBody, onHtml }: SourcesProps) {
  const { t } = useTranslation('templates')
  const fields = useMergeFields()
  const handles = useRef<SourceHandles>({ subject: null, preheader: null, html: null, mjml: null, text: null })
  const problems = preview.data?.problems ?? NO_PROBLEMS
  const waiting = useRef<() => void>(undefined)
  const goTo = ({ part }: Problem, place: { line: number; column: number }) => {
    const go = () => handles.current[part]?.goTo(place)
    const shown = part === 'mjml' ? 'html' : part
    const other = (shown === 'html' || shown === 'text') && shown !== body ? shown : undefined
    if (other === undefined) return go()
    waiting.current = go
    onBody(other)
  }
  useEffect(() => {
    waiting.current?.()
    waiting.current = undefined
  }, [body])
  const onMend = (problem: Problem) => {
    const { content, place } = applyFix(state.content, problem, t('starters.words.unsubscribe'))
    state.change(content)
    // After the editor has taken the new text over.
    setTimeout(() => goTo(problem, place ?? problem))
  }
  return (
    <section className="flex min-h-0 min-w-0 flex-col">
      <Suspense
        fallback={
          <div className="min-h-0 flex-1 p-6">
            <SourcesSkeleton />
          </div>
        }
      >
        <SourcePane
          content={state.content}
          onChange={state.change}
          readOnly={!state.maySave}
          fields={fields}
          problems={problems}
          handles={handles}
          textPart={{ body, onBody, generated: preview.data?.text_source }}
          tools={sourceOf(state.content) === 'mjml' && state.maySave && <MjmlTools state={state} onHtml={onHtml} />}
        />
      </Suspense>
      <MailProblems
        state={state}
        preview={preview}
        onGoTo={problem => goTo(problem, problem)}
        onMend={onMend}
        mayMend={() => state.maySave}
      />
    </section>
  )
}

function PhoneNote() {
  const { t } = useTranslation('templates')
  return (
    <div className="px-4 pt-3">
      <Alert>{t('editor.phone')}</Alert>
    </div>
  )
}

/** The email of an earlier version, for no contact in particular. */
function MailLook({ content }: { content: EmailContent }) {
  return <PreviewPane preview={usePreview(content, undefined)} view="desktop" />
}
