import { ACTIVITY } from '@notifly/contracts/activities'
import type { Problem } from '@notifly/contracts/templates'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Reopened } from '../../../../components/approvals/use-request.ts'
import { ContactPicker } from '../../../../components/mail/ContactPicker.tsx'
import { useMergeFields } from '../../../../components/mail/FieldMenu.tsx'
import { useUrlState } from '../../../../components/navigation/use-url-state.ts'
import { useCan } from '../../../../components/session/use-session.ts'
import { SmsComposer, type SmsComposerHandle } from '../../../../components/sms/SmsComposer.tsx'
import { SmsPhone } from '../../../../components/sms/SmsBubble.tsx'
import { TestSmsDialog } from '../../../../components/sms/TestSmsDialog.tsx'
import { type LiveSms, useSmsPreview } from '../../../../components/sms/use-sms-preview.ts'
import { serverText } from '../../../../locales/server-text.ts'
import { Field } from '../../../../ui/Field.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { type SavedState, SMS, type SmsEditorContent, smsContentOfRequest } from '../content.ts'
import { EditorBar } from '../EditorBar.tsx'
import { EditorNotes } from '../EditorNotes.tsx'
import { LeaveEditor } from '../LeaveEditor.tsx'
import { ProblemsPanel } from '../ProblemsPanel.tsx'
import { mend } from '../remedies.ts'
import { type EditorState, useEditor } from '../use-editor.ts'
import { useSaveKey } from '../use-save-key.ts'
import { VersionHistory } from '../VersionHistory.tsx'

const urlState = z.object({ as: z.optional(z.string()) })
const NO_PROBLEMS: readonly Problem[] = []
const NO_TEXT = ''

export interface SmsEditorProps {
  slug: string
  /** Absent while the template is new. */
  uuid: string | undefined
  initial: SavedState<SmsEditorContent>
  /** The request that is open on it. */
  approval?: string | undefined
  /** The rejected request that is being corrected. */
  reopened: Reopened
  onCreated: (uuid: string) => void | Promise<void>
  /** What the server has now, after an earlier version was restored. */
  reload: () => Promise<SavedState<SmsEditorContent>>
}

/** The editor of a text message: what is written at the start, the phone it arrives on at the end. */
export function SmsEditor({ slug, uuid, initial, approval, reopened, onCreated, reload }: SmsEditorProps) {
  const start = reopened.request && smsContentOfRequest(reopened.request.payload)
  const state = useEditor({ kind: SMS, slug, uuid, initial, start, reopens: reopened.reopens, onCreated })
  const [{ as }, change] = useUrlState(urlState)
  const preview = useSmsPreview(state.content.text, {
    contactUuid: as,
    dltTemplateId: state.content.dlt_template_id,
  })
  const mayWrite = useCan(ACTIVITY.templateEmail, uuid === undefined ? 'create' : 'update')
  const maySave = mayWrite && approval === undefined
  const mayTest = useCan(ACTIVITY.campaignEmail, 'read')
  const mayReadContacts = useCan(ACTIVITY.audience, 'read')
  const [open, setOpen] = useState<'test' | 'versions'>()
  useSaveKey(maySave, () => void state.save())
  return (
    <div className="flex h-full flex-col bg-canvas">
      <LeaveEditor isDirty={state.isDirtyNow} onLeave={state.keep} />
      <EditorBar
        slug={slug}
        list="SMS"
        state={state}
        isNew={uuid === undefined}
        maySave={maySave}
        mayTest={mayTest}
        previewOnly={false}
        onVersions={() => setOpen('versions')}
        onTest={() => setOpen('test')}
      />
      <EditorNotes slug={slug} state={state} approval={approval} request={reopened.request} />
      <main className="grid min-h-0 flex-1 md:grid-cols-[minmax(0,1fr)_minmax(22rem,44%)] max-md:block max-md:overflow-y-auto">
        <Writing state={state} preview={preview} readOnly={!maySave} mayReadFields={mayReadContacts} />
        <section className="flex min-h-0 min-w-0 flex-col border-line max-md:border-t md:border-s">
          {mayReadContacts && (
            <div className="flex min-h-11 shrink-0 items-center border-b border-line bg-surface px-4 py-1.5">
              <ContactPicker
                current={preview.data?.contact ?? null}
                onChoose={next => change({ as: next }, { replace: true })}
              />
            </div>
          )}
          <SmsPhone preview={preview} />
        </section>
      </main>
      <TestSmsDialog
        slug={slug}
        text={state.content.text}
        dltTemplateId={state.content.dlt_template_id}
        contactUuid={as}
        open={open === 'test'}
        onOpenChange={next => setOpen(next ? 'test' : undefined)}
      />
      <VersionHistory
        uuid={uuid}
        state={state}
        open={open === 'versions'}
        onOpenChange={next => setOpen(next ? 'versions' : undefined)}
        look={({ text }) => <SmsLook text={text ?? NO_TEXT} />}
        mayRestore={maySave}
        reload={reload}
      />
    </div>
  )
}

function SmsLook({ text }: { text: string }) {
  return <SmsPhone preview={useSmsPreview(text)} />
}

interface WritingProps {
  state: EditorState<SmsEditorContent>
  preview: LiveSms
  readOnly: boolean
  mayReadFields: boolean
}

function Writing({ state, preview, readOnly, mayReadFields }: WritingProps) {
  const { t } = useTranslation(['sms', 'templates'])
  const fields = useMergeFields(mayReadFields)
  const composer = useRef<SmsComposerHandle>(null)
  const { content, failure } = state
  const faultOf = (name: string) => {
    const fault = failure?.errors.find(({ field }) => field === name)
    return fault && serverText(fault.message)
  }
  const onMend = (problem: Problem) => {
    const mended = mend({ name: content.name, subject: '', preheader: '', html: '', text: content.text }, problem, '')
    if (mended.content.text !== undefined) state.change({ text: mended.content.text })
  }
  return (
    <section className="flex min-h-0 min-w-0 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-180 flex-col gap-5 p-6 max-sm:p-4">
          <SmsComposer
            ref={composer}
            value={content.text}
            onChange={text => state.change({ text })}
            preview={preview}
            fields={fields}
            readOnly={readOnly}
            error={faultOf('text')}
          />
          <Field label={t('template.dlt')} optional help={t('template.dltHelp')} error={faultOf('dlt_template_id')}>
            <TextInput
              value={content.dlt_template_id}
              onChange={event => state.change({ dlt_template_id: event.currentTarget.value })}
              readOnly={readOnly}
              inputMode="numeric"
              maxLength={30}
              dir="ltr"
            />
          </Field>
        </div>
      </div>
      <ProblemsPanel
        problems={preview.data?.problems ?? NO_PROBLEMS}
        sizeBytes={undefined}
        onGoTo={problem => composer.current?.goTo(problem)}
        onMend={onMend}
      />
    </section>
  )
}
