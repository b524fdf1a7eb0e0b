import { useTranslation } from 'react-i18next'
import { ContactPicker } from '../../../../components/email/ContactPicker.tsx'
import { usePreviewValues } from '../../../../components/whatsapp/use-preview-values.ts'
import { WhatsAppPreview } from '../../../../components/whatsapp/WhatsAppPreview.tsx'
import { Dialog } from '../../../../ui/overlays/Dialog.tsx'
import type { ContentDialogProps } from '../what/content-props.ts'
import { useSample } from '../../../../components/fields/use-sample.ts'
import { useWizard } from '../state/wizard-context.ts'

/** The message in the app of one contact. */
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
