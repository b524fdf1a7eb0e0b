import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { DialogProps } from '../../ui/overlays/DialogSurface.tsx'
import { FormFailure } from './FormFailure.tsx'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size' | 'children' | 'onSubmit'> {
  /** Open as long as it is there, unless this says otherwise. */
  open?: boolean
  onClose: () => void
  /** What `useApiForm` gave: why the last try failed, and whether one is on its way. */
  form: { failure: ApiError | undefined; formState: { isSubmitting: boolean } }
  /** The verb of the button. */
  action: string
  /** Above all else. */
  banner?: ReactNode
  /** Of an act that takes something away. */
  danger?: boolean
}

/** A form in a dialog: what the server refused as a whole, the fields, and below them Cancel and the one button that sends. */
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
