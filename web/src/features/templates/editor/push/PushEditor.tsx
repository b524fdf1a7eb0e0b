import { ACTIVITY } from '@notifly/contracts/activities'
import type { TemplateContent } from '@notifly/contracts/templates'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Reopened } from '../../../../components/approvals/use-request.ts'
import { ContactPicker } from '../../../../components/mail/ContactPicker.tsx'
import { useMergeFields } from '../../../../components/mail/FieldMenu.tsx'
import { useUrlState } from '../../../../components/navigation/use-url-state.ts'
import { PushDevices } from '../../../../components/push/PushDevices.tsx'
import { PushButtonFields, PushPictureFields, PushWordFields } from '../../../../components/push/PushFields.tsx'
import { pushWordsOf, type PushWords } from '../../../../components/push/push-look.ts'
import { usePushLook } from '../../../../components/push/use-push-look.ts'
import { useCan } from '../../../../components/session/use-session.ts'
import { serverText } from '../../../../locales/server-text.ts'
import { Alert } from '../../../../ui/Alert.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { PUSH, type PushEditorContent, pushContentOfRequest, type SavedState } from '../content.ts'
import { EditorBar } from '../EditorBar.tsx'
import { EditorNotes } from '../EditorNotes.tsx'
import { LeaveEditor } from '../LeaveEditor.tsx'
import { type EditorState, useEditor } from '../use-editor.ts'
import { useSaveKey } from '../use-save-key.ts'
import { VersionHistory } from '../VersionHistory.tsx'
import { PushProblems } from './PushProblems.tsx'
import { type LivePush, usePushPreview } from './use-push-preview.ts'

const urlState = z.object({ as: z.optional(z.string()) })

export interface PushEditorProps {
  slug: string
  /** Absent while the template is new. */
  uuid: string | undefined
  initial: SavedState<PushEditorContent>
  /** The request that is open on it. */
  approval?: string | undefined
  /** The rejected request that is being corrected. */
  reopened: Reopened
  onCreated: (uuid: string) => void | Promise<void>
  /** What the server has now, after an earlier version was restored. */
  reload: () => Promise<SavedState<PushEditorContent>>
}

/** The editor of a notification: what is written at the start, the devices that show it at the end. */
export function PushEditor({ slug, uuid, initial, approval, reopened, onCreated, reload }: PushEditorProps) {
  const start = reopened.request && pushContentOfRequest(reopened.request.payload)
  const state = useEditor({ kind: PUSH, slug, uuid, initial, start, reopens: reopened.reopens, onCreated })
  const [{ as }] = useUrlState(urlState)
  const { content } = state
  const preview = usePushPreview(
    useMemo(() => pushWordsOf(content), [content]),
    as,
  )
  const mayWrite = useCan(ACTIVITY.templateEmail, uuid === undefined ? 'create' : 'update')
  const maySave = mayWrite && approval === undefined
  const [isListOpen, setIsListOpen] = useState(false)
  useSaveKey(maySave, () => void state.save())
  return (
    <div className="flex h-full flex-col bg-canvas">
      <LeaveEditor isDirty={state.isDirtyNow} onLeave={state.keep} />
      <EditorBar
        slug={slug}
        list="Webpush"
        state={state}
        isNew={uuid === undefined}
        maySave={maySave}
        mayTest={false}
        previewOnly={false}
        onVersions={() => setIsListOpen(true)}
        onTest={() => undefined}
      />
      <EditorNotes slug={slug} state={state} approval={approval} request={reopened.request} />
      <main className="grid min-h-0 flex-1 md:grid-cols-[minmax(0,1fr)_minmax(22rem,44%)] max-md:block max-md:overflow-y-auto">
        <Writing state={state} preview={preview} readOnly={!maySave} />
        <Looks slug={slug} words={state.content} preview={preview} />
      </main>
      <VersionHistory
        uuid={uuid}
        state={state}
        open={isListOpen}
        onOpenChange={setIsListOpen}
        look={version => <VersionLook slug={slug} content={version} />}
        mayRestore={maySave}
        reload={reload}
      />
    </div>
  )
}

interface WritingProps {
  state: EditorState<PushEditorContent>
  preview: LivePush
  readOnly: boolean
}

function Writing({ state, preview, readOnly }: WritingProps) {
  const { t } = useTranslation('messages')
  const fields = useMergeFields(useCan(ACTIVITY.audience, 'read'))
  const { content, failure } = state
  const faultOf = (name: string) => {
    const fault = failure?.errors.find(({ field }) => field === name)
    return fault && serverText(fault.message)
  }
  const shared = { channel: 'webpush', words: content, change: state.change, fields, faultOf, readOnly } as const
  return (
    <section className="min-w-0 md:min-h-0 md:overflow-y-auto">
      <div className="flex max-w-180 flex-col gap-8 p-6 max-sm:p-4">
        <PushProblems problems={preview.data?.problems ?? []} />
        <PushWordFields {...shared} />
        <Group title={t('push.look')}>
          <PushPictureFields {...shared} />
        </Group>
        <Group title={t('push.buttons')} help={t('push.buttonsHelp')}>
          <PushButtonFields {...shared} />
        </Group>
      </div>
    </section>
  )
}

function Group({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-14 font-semibold tracking-(--ls-tight)">{title}</h2>
      {help !== undefined && <p className="text-muted">{help}</p>}
      <div className="mt-3">{children}</div>
    </div>
  )
}

function Looks({ slug, words, preview }: { slug: string; words: PushWords; preview: LivePush }) {
  const { t } = useTranslation(['messages', 'common'])
  const mayReadContacts = useCan(ACTIVITY.audience, 'read')
  const [, change] = useUrlState(urlState)
  const { data, error, again } = preview
  return (
    <section
      aria-label={t('onDevice')}
      className="flex min-w-0 flex-col border-line max-md:border-t md:min-h-0 md:overflow-y-auto md:border-s"
    >
      {mayReadContacts && (
        <div className="flex min-h-11 shrink-0 items-center border-b border-line bg-surface px-4 py-1.5">
          <ContactPicker current={data?.contact ?? null} onChoose={next => change({ as: next }, { replace: true })} />
        </div>
      )}
      <div className="flex flex-col gap-4 p-6 max-sm:p-4">
        {error && (
          <Alert
            tone="warning"
            action={
              <Button size="sm" onClick={again}>
                {t('common:ui.retry')}
              </Button>
            }
          >
            {serverText(error.message)}
          </Alert>
        )}
        <FilledLook slug={slug} words={words} preview={preview} />
      </div>
    </section>
  )
}

function VersionLook({ slug, content }: { slug: string; content: TemplateContent }) {
  const words = useMemo(() => pushWordsOf(content), [content])
  return (
    <div className="overflow-y-auto p-5">
      <FilledLook slug={slug} words={words} preview={usePushPreview(words, undefined)} />
    </div>
  )
}

const NOBODY = { contact: null, fields: {} }

/** As the server filled it in; as it was written until then. */
function FilledLook({ slug, words, preview: { data } }: { slug: string; words: PushWords; preview: LivePush }) {
  const look = usePushLook({ slug, channel: 'webpush', words: data ?? words }, NOBODY)
  return <PushDevices channel="webpush" words={words} look={look} />
}
