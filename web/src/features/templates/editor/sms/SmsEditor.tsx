import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Problem } from '@notifly/contracts/templates/templates'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMergeFields } from '../../../../components/email/FieldMenu.tsx'
import { SmsComposer, type SmsComposerHandle } from '../../../../components/sms/SmsComposer.tsx'
import { SmsPhone } from '../../../../components/sms/SmsBubble.tsx'
import { useSmsProvider } from '../../../../components/sms/use-sms-provider.ts'
import { TestSmsDialog } from '../../../../components/sms/TestSmsDialog.tsx'
import { type LiveSms, useSmsPreview } from '../../../../components/sms/use-sms-preview.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { ContactBar, usePreviewContact } from '../ContactBar.tsx'
import { SmsStarters } from '../../gallery/TextStarters.tsx'
import { SMS, type SmsEditorContent } from '../content.ts'
import { EditorFrame } from '../EditorFrame.tsx'
import { ProblemsPanel } from '../ProblemsPanel.tsx'
import { applyFix } from '../problem-fixes.ts'
import { type EditorProps, type EditorState, useEditor } from '../use-editor.ts'

const NO_TEXT = ''

/** The editor of a text message: what is written at the start, the phone it arrives on at the end. */
export function SmsEditor(props: EditorProps) {
  const state = useEditor({ kind: SMS, ...props })
  const as = usePreviewContact()
  const { text, dlt_template_id: dltTemplateId } = state.content
  const preview = useSmsPreview(text, { contactUuid: as, dltTemplateId })
  const { senderOf } = useSmsProvider()
  return (
    <EditorFrame
      {...props}
      state={state}
      list="SMS"
      stacked
      testActivity={ACTIVITY.campaignEmail}
      test={dialog => <TestSmsDialog text={text} dltTemplateId={dltTemplateId} contactUuid={as} {...dialog} />}
      look={version => <SmsLook text={version.text ?? NO_TEXT} />}
    >
      <Writing state={state} preview={preview} />
      <section className="flex min-h-0 min-w-0 flex-col border-line max-md:border-t md:border-s">
        <ContactBar current={preview.data?.contact} />
        <SmsPhone preview={preview} sender={senderOf()} />
      </section>
    </EditorFrame>
  )
}

function SmsLook({ text }: { text: string }) {
  const { senderOf } = useSmsProvider()
  return <SmsPhone preview={useSmsPreview(text)} sender={senderOf()} />
}

function Writing({ state, preview }: { state: EditorState<SmsEditorContent>; preview: LiveSms }) {
  const { t } = useTranslation(['sms', 'templates'])
  const fields = useMergeFields()
  const composer = useRef<SmsComposerHandle>(null)
  const { content, faultOf } = state
  const readOnly = !state.maySave
  const onMend = (problem: Problem) => {
    const mended = applyFix(
      { name: content.name, subject: '', preheader: '', html: '', text: content.text },
      problem,
      '',
    )
    if (mended.content.text !== undefined) state.change({ text: mended.content.text })
  }
  return (
    <section className="flex min-h-0 min-w-0 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-180 flex-col gap-5 p-6 max-sm:p-4">
          {state.saved.version === 0 && content.text === '' && (
            <SmsStarters onChoose={({ name, text }) => state.change({ text, name: content.name || name })} />
          )}
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
        problems={content.text.trim() === '' ? undefined : preview.data?.problems}
        sizeBytes={undefined}
        onGoTo={problem => composer.current?.goTo(problem)}
        onMend={onMend}
      />
    </section>
  )
}
