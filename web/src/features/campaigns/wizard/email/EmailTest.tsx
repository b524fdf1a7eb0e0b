import { TestMailDialog } from '../../../../components/email/TestMailDialog.tsx'
import { VariantChoice } from '../ab-test/VariantChoice.tsx'
import type { ContentDialogProps } from '../what/content-props.ts'
import { useWizard } from '../state/wizard-context.ts'

/** Sends the present email, in the campaign's own name. */
export function EmailTest(props: ContentDialogProps) {
  const wizard = useWizard()
  const { contents, index, onIndex, contactUuid, open, onOpenChange } = props
  const { subject, preheader, html, text } = contents[index] ?? wizard.content
  return (
    <TestMailDialog
      content={{ subject, preheader, html, ...(text !== '' && { text }) }}
      sender={{ fromName: wizard.values.from_name, replyTo: wizard.values.reply_to }}
      contactUuid={contactUuid}
      choice={<VariantChoice count={contents.length} index={index} onChange={onIndex} />}
      open={open}
      onOpenChange={onOpenChange}
    />
  )
}
