import { ACTIVITY, type ActivityId } from '@notifly/contracts/roles/activities'
import { readTemplate, type TemplateContent, type TemplateVersion } from '@notifly/contracts/templates/templates'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readOptions, refresh } from '../../../api/queries.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { TagsButton } from '../../../components/tags/TagsButton.tsx'
import { cx } from '../../../ui/cx.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { EditorBar } from './EditorBar.tsx'
import { EditorNotes } from './EditorNotes.tsx'
import { RestoreDialog, VersionsDrawer } from './VersionsDrawer.tsx'
import type { AnyEditor, EditorProps } from './use-editor.ts'
import { lazyView } from '../../../ui/lazy-view.tsx'

interface EditorFrameProps extends EditorProps {
  state: AnyEditor
  /** The list that one comes from, where it is not that of mails. */
  list?: 'SMS' | 'Webpush' | 'Mobilepush'
  /** Only the preview is shown, as on a phone. */
  previewOnly?: boolean
  /** On narrow screens the editor is above its preview. */
  stacked?: boolean
  /** One thing in the whole width, in place of two halves. */
  whole?: boolean
  /** Said above it. */
  note?: ReactNode
  /** Activity of the campaigns whose call sends the test. */
  testActivity: ActivityId
  /** The dialog of a test. */
  test: (dialog: { open: boolean; onOpenChange: (open: boolean) => void }) => ReactNode
  /** How the content of a version looked. */
  look: (content: TemplateContent) => ReactNode
  children: ReactNode
}

/** With all that tells texts apart; most people never need it. */
const ConflictDialog = lazyView(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)

/** Around every editor: bar, notes, test, earlier versions, and the question before unsaved text is left. */
export function EditorFrame(props: EditorFrameProps) {
  const { template, reopened, state, list, previewOnly = false, stacked = false, whole = false } = props
  const { testActivity, test, look } = props
  const mayTest = useCan(testActivity, 'read')
  const mayTag = useCan(ACTIVITY.templateEmail, 'update')
  const [open, setOpen] = useState<'test' | 'versions' | 'conflict'>()
  useSaveKey(state.maySave && !previewOnly, () => void state.save())
  const dialog = (name: 'test' | 'versions') => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : undefined),
  })
  return (
    <div className="flex h-full flex-col bg-canvas">
      <LeaveEditor isDirty={state.isDirtyNow} keep={state.keep} />
      <EditorBar
        list={list}
        state={state}
        tags={template && <TagsButton kind="template" thing={template} mayTag={mayTag} />}
        isNew={template === undefined}
        mayTest={mayTest}
        previewOnly={previewOnly}
        onVersions={() => setOpen('versions')}
        onTest={() => setOpen('test')}
      />
      <EditorNotes
        state={state}
        approval={template?.approval_uuid}
        request={reopened.request}
        note={props.note}
        onCompare={() => {
          void refresh(readTemplate)
          setOpen('conflict')
        }}
      />
      <main
        id="main"
        className={cx(
          'outline-none grid min-h-0 flex-1',
          !whole && 'md:grid-cols-[minmax(0,1fr)_minmax(22rem,44%)]',
          whole ? 'grid-cols-1' : stacked ? 'max-md:block max-md:overflow-y-auto' : 'sm:grid-cols-2',
        )}
      >
        {props.children}
      </main>
      {test(dialog('test'))}
      {template && open === 'conflict' && (
        <Suspense>
          <ConflictDialog uuid={template.uuid} state={state} look={look} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      {template && <VersionHistory uuid={template.uuid} state={state} look={look} {...dialog('versions')} />}
    </div>
  )
}

/** Ctrl+S, or Cmd+S on a Mac, saves here instead of saving the page as a file. */
function useSaveKey(enabled: boolean, onSave: () => void): void {
  const latest = useRef(onSave)
  useEffect(() => {
    latest.current = onSave
  })
  useEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [enabled])
}

interface LeaveEditorProps {
  isDirty: () => boolean
  /** False where the browser has no room for it. */
  keep: () => boolean
}

/** Asks before unsaved text is left. It stays in this browser and is offered when one comes back; where it can't stay, that is said. */
function LeaveEditor({ isDirty, keep }: LeaveEditorProps) {
  const { t } = useTranslation('templates')
  const [isKept, setKept] = useState(true)
  const { status, proceed, reset } = useBlocker({
    // Only the query changes when the view or the contact does.
    shouldBlockFn: ({ current, next }) => {
      if (!isDirty() || current.pathname === next.pathname) return false
      setKept(keep())
      return true
    },
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={open => !open && reset?.()}
      title={t('leave.title')}
      action={t('leave.action')}
      tone={isKept ? 'primary' : 'danger'}
      onConfirm={() => proceed?.()}
    >
      {t(isKept ? 'leave.text' : 'leave.lost')}
    </ConfirmDialog>
  )
}

interface VersionHistoryProps {
  /** Of the template. */
  uuid: string
  state: AnyEditor
  open: boolean
  onOpenChange: (open: boolean) => void
  /** How the content of a version looked. */
  look: (content: TemplateContent) => ReactNode
}

/** The earlier versions of a template: their list, one of them as it looked, and the way back to it. */
function VersionHistory({ uuid, state, open, onOpenChange, look }: VersionHistoryProps) {
  const client = useQueryClient()
  const [looked, setLooked] = useState<TemplateVersion>()
  return (
    <>
      <VersionsDrawer
        uuid={uuid}
        open={open}
        onOpenChange={onOpenChange}
        onLook={version => {
          onOpenChange(false)
          setLooked(version)
        }}
      />
      {looked && (
        <RestoreDialog
          uuid={uuid}
          version={looked}
          look={look}
          dirty={state.dirty}
          mayRestore={state.maySave}
          onClose={() => {
            setLooked(undefined)
            onOpenChange(true)
          }}
          onRestored={async () => {
            state.replace(await client.fetchQuery(readOptions(readTemplate, { params: { uuid } })))
            setLooked(undefined)
          }}
        />
      )}
    </>
  )
}
