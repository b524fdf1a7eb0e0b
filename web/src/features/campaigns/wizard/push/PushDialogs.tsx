import { useTranslation } from 'react-i18next'
import { ContactPicker } from '../../../../components/email/ContactPicker.tsx'
import { Dialog } from '../../../../ui/overlays/Dialog.tsx'
import type { ContentDialogProps } from '../what/content-props.ts'
import { useSample } from '../../../../components/fields/use-sample.ts'
import { PushDevices } from '../../../../components/web-push/PushDevices.tsx'
import { usePushLook } from '../../../../components/web-push/use-push-look.ts'
import { useWizard } from '../state/wizard-context.ts'
import { TestPushDialog } from '../../../../components/web-push/TestPushDialog.tsx'
import { contentOf } from '../state/values.ts'

/** Previews the notification on the devices of one contact. */
export function PushPreview(props: ContentDialogProps) {
  const { t } = useTranslation('messages')
  const { contactUuid, onContact, open, onOpenChange } = props
  const { channel, content } = useWizard()
  const sample = useSample(contactUuid)
  const look = usePushLook({ channel, words: content.push }, sample)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="lg" title={t('preview')} closeOnScrim>
      <div className="flex flex-col gap-4">
        <div className="flex justify-end empty:hidden">
          <ContactPicker current={sample.contact} onChoose={onContact} />
        </div>
        <PushDevices channel={channel} words={content.push} look={look} />
      </div>
    </Dialog>
  )
}

/** Sends the current notification to this browser, to a contact's devices, or to devices given by their tokens. */
export function PushTest({ contactUuid, open, onOpenChange }: ContentDialogProps) {
  const wizard = useWizard()
  const channel = wizard.channel === 'mobilepush' ? 'mobilepush' : 'webpush'
  return (
    <TestPushDialog
      channel={channel}
      content={contentOf(channel, wizard.values)}
      contactUuid={contactUuid}
      open={open}
      onOpenChange={onOpenChange}
    />
  )
}
