import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { EmailContent, Problem } from '@notifly/contracts/templates/templates'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ContactPicker } from '../../../components/email/ContactPicker.tsx'
import { useMergeFields } from '../../../components/email/FieldMenu.tsx'
import { PreviewPane, type View, ViewChoice, VIEWS } from '../../../components/email/PreviewPane.tsx'
import type { SourceHandles } from '../../../components/email/SourcePane.tsx'
import { TestMailDialog } from '../../../components/email/TestMailDialog.tsx'
import { BODIES, type Body, type EditorContent } from '../../../components/email/content.ts'
import { SourcePane } from '../../../components/email/lazy-source-pane.ts'
import { type LivePreview, usePreview } from '../../../components/email/use-preview.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { LoadingNote } from '../../../ui/feedback/Skeleton.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { EditorFrame } from './EditorFrame.tsx'
import { ProblemsPanel } from './ProblemsPanel.tsx'
import { EMAIL } from './content.ts'
import { mend } from './remedies.ts'
import { type EditorProps, type EditorState, useEditor } from './use-editor.ts'

const urlState = z.object({
  view: z._default(z.enum(VIEWS), 'desktop'),
  body: z._default(z.enum(BODIES), 'html'),
  as: z.optional(z.string()),
})
const NO_PROBLEMS: readonly Problem[] = []

export interface TemplateEditorProps extends EditorProps {
  /** What a new one begins with. */
  first?: EditorContent
}

/** The editor of a mail: sources at the start, the mail as it will look at the end. */
export function TemplateEditor(props: TemplateEditorProps) {
  const state = useEditor({ kind: EMAIL, ...props })
  const [{ view, body, as }, change] = useUrlState(urlState)
  const preview = usePreview(state.content, as)
  const previewOnly = useMediaQuery('(width < 40rem)')
  return (
    <EditorFrame
      {...props}
      state={state}
      previewOnly={previewOnly}
      testActivity={ACTIVITY.campaignEmail}
      test={dialog => <TestMailDialog content={sourcesOf(state)} contactUuid={as} {...dialog} />}
      look={content => <MailLook content={content} />}
    >
      {!previewOnly && (
        <Sources
          state={state}
          preview={preview}
          body={body}
          onBody={next => change({ body: next, view: viewBeside(next, view) }, { replace: true })}
        />
      )}
      <section className="flex min-h-0 min-w-0 flex-col sm:border-s sm:border-line">
        <PreviewTools>
          <ViewChoice view={view} onView={next => change({ view: next }, { replace: true })} />
          <ContactPicker
            current={preview.data?.contact ?? null}
            onChoose={next => change({ as: next }, { replace: true })}
          />
        </PreviewTools>
        {previewOnly && <PhoneNote />}
        <PreviewPane preview={preview} view={view} />
      </section>
    </EditorFrame>
  )
}

/** Who writes the text wants to read it; back at the HTML the mail is looked at again. */
function viewBeside(body: Body, view: View): View {
  if (body === 'text') return 'text'
  return view === 'text' ? 'desktop' : view
}

function sourcesOf({ content }: EditorState) {
  const { subject, preheader, html, text } = content
  return { subject, preheader, html, ...(text !== undefined && { text }) }
}

interface SourcesProps {
  state: EditorState
  preview: LivePreview
  body: Body
  onBody: (body: Body) => void
}

function Sources({ state, preview, body, onBody }: SourcesProps) {
  const { t } = useTranslation('templates')
  const fields = useMergeFields()
  const handles = useRef<SourceHandles>({ subject: null, preheader: null, html: null, text: null })
  const problems = preview.data?.problems ?? NO_PROBLEMS
  const waiting = useRef<() => void>(undefined)
  const goTo = ({ part }: Problem, place: { line: number; column: number }) => {
    if (part === 'mjml') return
    const go = () => handles.current[part]?.goTo(place)
    const other = (part === 'html' || part === 'text') && part !== body ? part : undefined
    if (other === undefined) return go()
    waiting.current = go
    onBody(other)
  }
  useEffect(() => {
    waiting.current?.()
    waiting.current = undefined
  }, [body])
  const onMend = (problem: Problem) => {
    const { content, place } = mend(state.content, problem, t('starters.words.unsubscribe'))
    state.change(content)
    // After the editor has taken the new text over.
    setTimeout(() => goTo(problem, place ?? problem))
  }
  return (
    <section className="flex min-h-0 min-w-0 flex-col">
      <Suspense fallback={<SourcesGhost />}>
        <SourcePane
          content={state.content}
          onChange={state.change}
          fields={fields}
          problems={problems}
          handles={handles}
          textPart={{ body, onBody, generated: preview.data?.text_source }}
        />
      </Suspense>
      <ProblemsPanel
        problems={problems}
        sizeBytes={preview.isStale ? undefined : preview.data?.size_bytes}
        onGoTo={problem => goTo(problem, problem)}
        onMend={onMend}
      />
    </section>
  )
}

/** As high as the sources will be: what is below stays where it is. */
function SourcesGhost() {
  return (
    <div className="min-h-0 flex-1">
      <LoadingNote />
    </div>
  )
}

function PreviewTools({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-4 py-1.5">
      {children}
    </div>
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
