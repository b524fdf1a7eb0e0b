import { TEST_CALLS } from '@notifly/contracts/campaigns/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactPicker } from '../../../../components/email/ContactPicker.tsx'
import { usePreviewValues } from '../../../../components/whatsapp/use-preview-values.ts'
import { WhatsAppPreview } from '../../../../components/whatsapp/WhatsAppPreview.tsx'
import { Dialog } from '../../../../ui/overlays/Dialog.tsx'
import type { ContentDialogProps } from '../what/content-props.ts'
import { useSample } from '../../../../components/fields/use-sample.ts'
import { useWizard } from '../state/wizard-context.ts'
import { useWrite } from '../../../../api/queries.ts'
import { useSlug } from '../../../../components/navigation/use-pages.ts'
import { NumbersField, readNumbers } from '../../../../components/test-send/NumbersField.tsx'
import { RECEIVERS_MAX, useStoredText } from '../../../../components/test-send/receivers.ts'
import { TestSendDialog } from '../../../../components/test-send/TestSendDialog.tsx'
import { translateSentence } from '../../../../locales/translate-sentence.ts'
import { contentOf } from '../state/values.ts'

/** Previews the message in the app of one contact. */
export function WhatsappPreview(props: ContentDialogProps) {
  const { t } = useTranslation('messages')
  const wizard = useWizard()
  const { contactUuid, onContact, open, onOpenChange } = props
  const sample = useSample(contactUuid)
  const values = usePreviewValues(wizard.values.parameters, { sample })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('preview')} closeOnScrim>
      <div className="flex flex-col gap-4">
        <div className="flex justify-end empty:hidden">
          <ContactPicker current={sample.contact} onChoose={onContact} />
        </div>
        <WhatsAppPreview components={wizard.content.whatsapp?.components ?? []} values={values} />
      </div>
    </Dialog>
  )
}

/** Sends the current message to a few numbers. */
export function WhatsappTest({ contactUuid, open, onOpenChange }: ContentDialogProps) {
  const wizard = useWizard()
  const { t } = useTranslation('test-send')
  const [typed, setTyped] = useStoredText(`numbers.${useSlug()}`, '')
  const [error, setError] = useState<string>()
  // If no contact is chosen, the test uses the same one as the preview: the first by name.
  const { contact } = useSample(contactUuid)
  const send = useWrite(TEST_CALLS.whatsapp, { failure: 'form' })
  const fault = send.error?.errors.find(({ field }) => field === 'receivers')
  const submit = () => {
    const read = readNumbers(typed)
    if ('fault' in read) return setError(t(read.fault, { count: RECEIVERS_MAX }))
    setError(undefined)
    const who = contact === null ? {} : { contact_uuid: contact.uuid }
    send.mutate({ body: { content: contentOf('whatsapp', wizard.values), receivers: read.numbers, ...who } })
  }
  return (
    <TestSendDialog
      channel="whatsapp"
      lead={t('lead')}
      open={open}
      onOpenChange={onOpenChange}
      onSend={submit}
      isSending={send.isPending}
      failure={fault ? undefined : (send.error ?? undefined)}
      results={error === undefined ? send.data?.data : undefined}
    >
      <NumbersField value={typed} onChange={setTyped} error={error ?? (fault && translateSentence(fault))} />
    </TestSendDialog>
  )
}
