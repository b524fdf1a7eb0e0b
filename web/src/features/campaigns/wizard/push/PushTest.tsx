import { TestPushDialog } from '../../../../components/web-push/TestPushDialog.tsx'
import type { ContentDialogProps } from '../what/content-props.ts'
import { contentOf } from '../state/values.ts'
import { useWizard } from '../state/wizard-context.ts'

/** The notification as it stands: on this browser, on devices of a contact, or on those that are named. */
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
