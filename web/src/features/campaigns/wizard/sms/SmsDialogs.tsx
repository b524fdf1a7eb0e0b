import { useTranslation } from 'react-i18next'
import { ContactPicker } from '../../../../components/email/ContactPicker.tsx'
import { SmsPhone } from '../../../../components/sms/SmsBubble.tsx'
import { useSmsPreview } from '../../../../components/sms/use-sms-preview.ts'
import { useSmsProvider } from '../../../../components/sms/use-sms-provider.ts'
import { Dialog } from '../../../../ui/overlays/Dialog.tsx'
import type { ContentDialogProps } from '../what/content-props.ts'
import { useWizard } from '../state/wizard-context.ts'
import { TestSmsDialog } from '../../../../components/sms/TestSmsDialog.tsx'

/** Previews the text message on the phone of one contact. */
export function SmsPreview(props: ContentDialogProps) {
  const { t } = useTranslation('messages')
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} size="lg" title={t('preview')} closeOnScrim bare>
      <Phone {...props} />
    </Dialog>
  )
}

function Phone({ contactUuid, onContact }: ContentDialogProps) {
  const wizard = useWizard()
  const { text, hasShortLinks: trackLinks } = wizard.content
  const preview = useSmsPreview(text, { contactUuid, trackLinks })
  const { senderOf } = useSmsProvider()
  return (
    <div className="flex h-[70dvh] flex-col border-t border-line bg-canvas max-sm:h-full">
      <div className="flex shrink-0 justify-end border-b border-line bg-surface px-5 py-2 empty:hidden">
        <ContactPicker current={preview.data?.contact ?? null} onChoose={onContact} />
      </div>
      <div className="min-h-0 flex-1">
        <SmsPhone preview={preview} sender={senderOf(wizard.values.message_class)} />
      </div>
    </div>
  )
}

/** Sends the current text to a few numbers. */
export function SmsTest({ contactUuid, open, onOpenChange }: ContentDialogProps) {
  const wizard = useWizard()
  return (
    <TestSmsDialog
      text={wizard.content.text}
      templateUuid={wizard.values.template_uuid ?? undefined}
      trackLinks={wizard.content.hasShortLinks}
      contactUuid={contactUuid}
      messageClass={wizard.values.message_class}
      open={open}
      onOpenChange={onOpenChange}
    />
  )
}
