import { useRef, type ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { DialogProps } from './DialogSurface.tsx'
import { useUi } from '../UiProvider.tsx'

export type ConfirmDialogProps = {
  /** True by default: the dialog is open while it is mounted. */
  open?: boolean
  onOpenChange: (open: boolean) => void
  /** Names the object, such as "Delete bell?" */
  title: ReactNode
  /** What will happen and what cannot be undone. */
  children: ReactNode
  /** Repeats the verb, such as "Delete bell". */
  action: string
  onConfirm: () => void
  /** Replaces "Cancel" if the action itself cancels something, such as "Keep the run". */
  keep?: string
  /** `primary` for actions that destroy nothing. */
  tone?: 'danger' | 'primary'
  loading?: boolean
  /** Disables the action; the text says why. */
  disabled?: boolean
  /** Why the action failed; the dialog stays open. */
  error?: ReactNode
  finalFocus?: DialogProps['finalFocus']
}

/** Confirms an action that can't be undone. Cancel has the focus, so that a stray Enter destroys nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open = true,
    onOpenChange,
    title,
    children,
    action,
    onConfirm,
    keep,
    tone = 'danger',
    loading,
    disabled,
    error,
    finalFocus,
  } = props
  const { words } = useUi()
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      initialFocus={cancel}
      finalFocus={finalFocus}
      closeOnScrim
      sheet
      footer={
        <>
          <Button ref={cancel} onClick={() => onOpenChange(false)}>
            {keep ?? words.cancel}
          </Button>
          <Button variant={tone} loading={loading} disabled={disabled} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="text-ink-2">{children}</div>
      <div role="alert" className="mt-3 text-danger-ink empty:hidden">
        {error}
      </div>
    </Dialog>
  )
}
