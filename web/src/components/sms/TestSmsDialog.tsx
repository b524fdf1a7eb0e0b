import { MESSAGE_CLASSES, type MessageClass } from '@notifly/contracts/campaigns/content'
import { sendTestSms } from '@notifly/contracts/sms/sms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { NumbersField, readNumbers } from '../test-send/NumbersField.tsx'
import { RECEIVERS_MAX } from '../test-send/receivers.ts'
import { TestSendDialog } from '../test-send/TestSendDialog.tsx'
import { useStoredText } from '../test-send/receivers.ts'
import { useSlug } from '../navigation/use-pages.ts'

export interface TestSmsDialogProps {
  /** The current content of the editor, saved or not. */
  text: string
  dltTemplateId?: string | undefined
  /** For a campaign that uses a template, whose other settings then apply too. */
  templateUuid?: string | undefined
  /** Whether links are shortened. Absent: the default for that text. */
  trackLinks?: boolean | undefined
  /** The contact whose merge fields are used. */
  contactUuid: string | undefined
  /** The campaign's message class; without one it is chosen in the dialog. */
  messageClass?: MessageClass | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Sends the text to the reader's phone or a few others, and shows the result of each message. */
export function TestSmsDialog(props: TestSmsDialogProps) {
  const { text, dltTemplateId, templateUuid, trackLinks, contactUuid, messageClass, open, onOpenChange } = props
  const slug = useSlug()
  const { t } = useTranslation(['test-send', 'sms'])
  const [typed, setTyped] = useStoredText(`numbers.${slug}`, '')
  const [chosen, setChosen] = useState<MessageClass>('transactional')
  const [error, setError] = useState<string>()
  const send = useWrite(sendTestSms, { failure: 'form' })
  const fault = send.error?.errors.find(({ field }) => field === 'receivers')
  const submit = () => {
    const read = readNumbers(typed)
    if ('fault' in read) return setError(t(read.fault, { count: RECEIVERS_MAX }))
    setError(undefined)
    send.mutate({
      body: {
        smsBody: text,
        message_class: messageClass ?? chosen,
        receivers: read.numbers,
        ...(dltTemplateId && { dlt_template_id: dltTemplateId }),
        ...(templateUuid !== undefined && { template_id: templateUuid }),
        ...(trackLinks !== undefined && { track_links: trackLinks }),
        ...(contactUuid !== undefined && { contact_uuid: contactUuid }),
      },
    })
  }
  return (
    <TestSendDialog
      channel="sms"
      lead={t('numbers.smsLead')}
      open={open}
      onOpenChange={next => {
        onOpenChange(next)
        if (!next) send.reset()
      }}
      onSend={submit}
      isSending={send.isPending}
      failure={fault ? undefined : (send.error ?? undefined)}
      results={error === undefined ? send.data?.data : undefined}
    >
      <NumbersField value={typed} onChange={setTyped} error={error ?? (fault && translateSentence(fault))} />
      {messageClass === undefined && (
        <Field label={t('class')} help={t(`sms:class.${chosen}.help`)}>
          <Segmented
            aria-label={t('class')}
            value={chosen}
            onChange={setChosen}
            segments={MESSAGE_CLASSES.map(value => ({ value, label: t(`sms:class.${value}.name`) }))}
          />
        </Field>
      )}
    </TestSendDialog>
  )
}
