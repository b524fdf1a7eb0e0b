import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { text } from '@notifly/contracts/fields'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { CodeField } from '../../../components/session/CodeField.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'

const schema = z.object({ otp: text(20) })

interface FactorDialogProps {
  title: string
  description: string
  action: string
  onSubmit: (otp: string) => Promise<void>
  onClose: () => void
}

/** Asks for a code of the second factor before something is done to it. */
export function FactorDialog({ title, description, action, onSubmit, onClose }: FactorDialogProps) {
  const { t } = useTranslation()
  const form = useApiForm(schema, { defaultValues: { otp: '' } })
  const send = form.submit(({ otp }) => onSubmit(otp))
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={title}
      description={description}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" type="submit" loading={form.formState.isSubmitting}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormFailure error={form.failure} />
        <CodeField {...form.register('otp')} error={form.errorOf('otp')} />
      </div>
    </Dialog>
  )
}
