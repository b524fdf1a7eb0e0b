import { ACTIVITY } from '@notifly/contracts/activities'
import type { Problem } from '@notifly/contracts/templates'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { LoadingNote } from '../../../ui/Skeleton.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { ContactPicker } from '../../../components/mail/ContactPicker.tsx'
import type { Reopened } from '../../../components/approvals/use-request.ts'
import { contentOfRequest, EMAIL, type SavedState } from './content.ts'
import { EditorBar } from './EditorBar.tsx'
import { EditorNotes } from './EditorNotes.tsx'
import { useMergeFields } from '../../../components/mail/FieldMenu.tsx'
import { LeaveEditor } from './LeaveEditor.tsx'
import { PreviewPane, type View, VIEWS, ViewChoice } from '../../../components/mail/PreviewPane.tsx'
import { ProblemsPanel } from './ProblemsPanel.tsx'
import { mend } from './remedies.ts'
import { MailLook } from './MailLook.tsx'
import { BODIES, type Body } from '../../../components/mail/content.ts'
import type { SourceHandles } from '../../../components/mail/SourcePane.tsx'
import { TestMailDialog } from '../../../components/mail/TestMailDialog.tsx'
import { type EditorState, useEditor } from './use-editor.ts'
import { SourcePane } from '../../../components/mail/lazy-source-pane.ts'
import { type LivePreview, usePreview } from '../../../components/mail/use-preview.ts'
import { useSaveKey } from './use-save-key.ts'
import { VersionHistory } from './VersionHistory.tsx'

const urlState = z.object({
  view: z._default(z.enum(VIEWS), 'desktop'),
  body: z._default(z.enum(BODIES), 'html'),
  as: z.optional(z.string()),
})
const NO_PROBLEMS: readonly Problem[] = []

export interface TemplateEditorProps {
  slug: string
  /** Absent while the template is new. */
  uuid: string | undefined
  initial: SavedState
  /** The request that is open on it. */
  approval?: string | undefined
  /** The rejected request that is being corrected. */
  reopened?: Reopened | undefined
  onCreated: (uuid: string) => void | Promise<void>
  /** What the server has now, after an earlier version was restored. */
  reload: () => Promise<SavedState>
}

/** The template editor: sources at the start, the mail as it will look at the end. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { slug, uuid, initial, approval, reopened, onCreated, reload } = props
  const start = reopened?.request && contentOfRequest(reopened.request.payload)
  const state = useEditor({ kind: EMAIL, slug, uuid, initial, start, reopens: reopened?.reopens ?? {}, onCreated })
  const [{ view, body, as }, change] = useUrlState(urlState)
  const preview = usePreview(state.content, as)
  const previewOnly = useMediaQuery('(width < 40rem)')
  const mayWrite = useCan(ACTIVITY.templateEmail, uuid === undefined ? 'create' : 'update')
  const maySave = mayWrite && approval === undefined
  const mayTest = useCan(ACTIVITY.campaignEmail, 'read')
  const mayReadContacts = useCan(ACTIVITY.audience, 'read')
  const [open, setOpen] = useState<'test' | 'versions'>()
  useSaveKey(maySave && !previewOnly, () => void state.save())
  return (
    <div className="flex h-full flex-col bg-canvas">
      <LeaveEditor isDirty={state.isDirtyNow} onLeave={state.keep} />
      <EditorBar
        slug={slug}
        state={state}
        isNew={uuid === undefined}
        maySave={maySave}
        mayTest={mayTest}
        previewOnly={previewOnly}
        onVersions={() => setOpen('versions')}
        onTest={() => setOpen('test')}
      />
      <EditorNotes slug={slug} state={state} approval={approval} request={reopened?.request} />
      <main className="grid min-h-0 flex-1 sm:grid-cols-2 md:grid-cols-[minmax(0,1fr)_minmax(22rem,44%)]">
        {!previewOnly && (
          <Sources
            state={state}
            preview={preview}
            mayReadFields={mayReadContacts}
            body={body}
            onBody={next => change({ body: next, view: viewBeside(next, view) }, { replace: true })}
          />
        )}
        <section className="flex min-h-0 min-w-0 flex-col sm:border-s sm:border-line">
          <PreviewTools>
            <ViewChoice view={view} onView={next => change({ view: next }, { replace: true })} />
            {mayReadContacts && (
              <ContactPicker
                current={preview.data?.contact ?? null}
                onChoose={next => change({ as: next }, { replace: true })}
              />
            )}
          </PreviewTools>
          {previewOnly && <PhoneNote />}
          <PreviewPane preview={preview} view={view} />
        </section>
      </main>
      <TestMailDialog
        slug={slug}
        content={sourcesOf(state)}
        contactUuid={as}
        open={open === 'test'}
        onOpenChange={next => setOpen(next ? 'test' : undefined)}
      />
      <VersionHistory
        uuid={uuid}
        state={state}
        open={open === 'versions'}
        onOpenChange={next => setOpen(next ? 'versions' : undefined)}
        look={content => <MailLook content={content} />}
        mayRestore={maySave}
        reload={reload}
      />
    </div>
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
  mayReadFields: boolean
  body: Body
  onBody: (body: Body) => void
}

function Sources({ state, preview, mayReadFields, body, onBody }: SourcesProps) {
  const { t } = useTranslation('templates')
  const fields = useMergeFields(mayReadFields)
  const handles = useRef<SourceHandles>({ subject: null, preheader: null, html: null, text: null })
  const problems = preview.data?.problems ?? NO_PROBLEMS
  const waiting = useRef<() => void>(undefined)
  const goTo = ({ part }: Problem, place: { line: number; column: number }) => {
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
      <Suspense fallback={<LoadingNote />}>
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
