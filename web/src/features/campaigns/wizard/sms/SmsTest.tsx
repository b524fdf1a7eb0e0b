import { TestSmsDialog } from '../../../../components/sms/TestSmsDialog.tsx'
import type { ContentDialogProps } from '../what/content-props.ts'
import { useWizard } from '../state/wizard-context.ts'

/** Sends the present text to a few numbers. */
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
