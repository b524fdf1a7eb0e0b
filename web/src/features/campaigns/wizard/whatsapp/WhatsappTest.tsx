import { TEST_CALLS } from '@notifly/contracts/campaigns/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../../api/queries.ts'
import { useSample } from '../../../../components/fields/use-sample.ts'
import { useSlug } from '../../../../components/navigation/use-pages.ts'
import { NumbersField, readNumbers } from '../../../../components/test-send/NumbersField.tsx'
import { RECEIVERS_MAX } from '../../../../components/test-send/receivers.ts'
import { TestSendDialog } from '../../../../components/test-send/TestSendDialog.tsx'
import { useKeptText } from '../../../../components/test-send/receivers.ts'
import { say } from '../../../../locales/say.ts'
import type { ContentDialogProps } from '../what/content-props.ts'
import { contentOf } from '../state/values.ts'
import { useWizard } from '../state/wizard-context.ts'

/** Sends the present message to a few numbers. */
export function WhatsappTest({ contactUuid, open, onOpenChange }: ContentDialogProps) {
  const wizard = useWizard()
  const { t } = useTranslation('test-send')
  const [typed, setTyped] = useKeptText(`numbers.${useSlug()}`, '')
  const [error, setError] = useState<string>()
  // Without a choice the preview shows the first contact by name, and so does the test.
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
      <NumbersField value={typed} onChange={setTyped} error={error ?? (fault && say(fault))} />
    </TestSendDialog>
  )
}
