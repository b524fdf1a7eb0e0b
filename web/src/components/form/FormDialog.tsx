import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { DialogProps } from '../../ui/overlays/DialogSurface.tsx'
import { FormFailure } from './FormFailure.tsx'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size' | 'children' | 'onSubmit'> {
  /** True by default: the dialog is open while it is mounted. */
  open?: boolean
  onClose: () => void
  /** The result of `useApiForm`: the last error, and whether a write is in progress. */
  form: { failure: ApiError | undefined; formState: { isSubmitting: boolean } }
  /** Label of the submit button. */
  action: string
  /** Above everything else. */
  banner?: ReactNode
  /** A red submit button, for actions that remove something. */
  danger?: boolean
}

/** A form in a dialog: an error of the form as a whole, the fields, and Cancel and the submit button. */
export function FormDialog(props: FormDialogProps) {
  const { open = true, onClose, form, action, banner, danger, children, ...dialog } = props
  const { t } = useTranslation()
  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={form.formState.isSubmitting}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {banner}
        <FormFailure error={form.failure} />
        {children}
      </div>
    </Dialog>
  )
}
