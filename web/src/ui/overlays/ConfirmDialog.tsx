import { useRef, type ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { DialogProps } from './DialogSurface.tsx'
import { useUi } from '../UiProvider.tsx'

export type ConfirmDialogProps = {
  /** As long as it is there, unless this says otherwise. */
  open?: boolean
  onOpenChange: (open: boolean) => void
  /** Names the thing: "Delete bell?" */
  title: ReactNode
  /** What will happen and what cannot be undone. */
  children: ReactNode
  /** The verb again: "Delete bell". */
  action: string
  onConfirm: () => void
  /** Instead of "Cancel", where the act itself is a cancelling: "Keep the run". */
  keep?: string
  /** A plain primary button for acts that destroy nothing. */
  tone?: 'danger' | 'primary'
  loading?: boolean
  /** The text says why there is nothing to do. */
  disabled?: boolean
  /** Why the act failed; the dialog stays. */
  error?: ReactNode
  finalFocus?: DialogProps['finalFocus']
}

/** Asks before something that cannot be undone. Cancel has the focus, so a stray Enter destroys nothing. */
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
