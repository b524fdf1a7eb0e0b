import { TestPushDialog } from '../../../../components/web-push/TestPushDialog.tsx'
import type { ContentDialogProps } from '../content-props.ts'
import { contentOf } from '../values.ts'

/** The notification as it stands: on this browser, on devices of a contact, or on those that are named. */
export function PushTest({ wizard, contactUuid, open, onOpenChange }: ContentDialogProps) {
  const channel = wizard.channel === 'mobilepush' ? 'mobilepush' : 'webpush'
  return (
    <TestPushDialog
      slug={wizard.slug}
      channel={channel}
      content={contentOf(channel, wizard.values)}
      contactUuid={contactUuid}
      open={open}
      onOpenChange={onOpenChange}
    />
  )
}
