import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactPicker } from '../../../../components/email/ContactPicker.tsx'
import { PreviewPane, type View, ViewChoice } from '../../../../components/email/PreviewPane.tsx'
import { usePreview } from '../../../../components/email/use-preview.ts'
import { Dialog } from '../../../../ui/overlays/Dialog.tsx'
import { VariantChoice } from '../ab-test/VariantChoice.tsx'
import type { ContentDialogProps } from '../what/content-props.ts'
import { TestMailDialog } from '../../../../components/email/TestMailDialog.tsx'
import { useLinkTags } from '../what/LinkTagging.tsx'
import { useWizard } from '../state/wizard-context.ts'

/** The mail as one contact sees it: on a wide screen, on a phone, in dark mode, or as plain text. */
export function EmailPreview(props: ContentDialogProps) {
  const { t } = useTranslation('campaigns')
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} size="xl" title={t('preview.title')} closeOnScrim bare>
      <Preview {...props} />
    </Dialog>
  )
}

function Preview({ contents, index, onIndex, contactUuid, onContact }: ContentDialogProps) {
  const [view, setView] = useState<View>('desktop')
  const { subject = '', preheader = '', html = '', text = '' } = contents[index] ?? {}
  const preview = usePreview({ subject, preheader, html, ...(text !== '' && { text }) }, contactUuid, useLinkTags())
  return (
    <div className="flex h-[70dvh] flex-col border-t border-line bg-canvas max-sm:h-full">
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-5 py-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <ViewChoice view={view} onView={setView} />
          <VariantChoice count={contents.length} index={index} onChange={onIndex} />
        </div>
        <ContactPicker current={preview.data?.contact ?? null} onChoose={onContact} />
      </div>
      <div className="min-h-0 flex-1">
        <PreviewPane preview={preview} view={view} />
      </div>
    </div>
  )
}

/** Sends the current content as a test, with the campaign's sender. */
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
