import type { ReactNode } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import type { AnyEndpoint, Data, Input, Result } from '../../api/client.ts'
import { heldActivityOf, useApprovalLabel } from '../approvals/use-approval-label.ts'
import { useWrite } from '../../api/queries.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/overlays/ConfirmDialog.tsx'

interface ConfirmWriteProps<E extends AnyEndpoint> extends Pick<
  ConfirmDialogProps,
  'title' | 'action' | 'children' | 'keep'
> {
  endpoint: E
  input: Input<E>
  refreshes: readonly AnyEndpoint[]
  /** True by default: the dialog is open while it is mounted. */
  open?: boolean
  onClose: () => void
  /** Called after the dialog has closed. */
  onDone?: (result: Result<Data<E>>) => void | Promise<void>
  /** Replaces the server's message if more has to be said. */
  refusal?: (error: ApiError) => ReactNode
}

/** Confirms a write that can't be undone, and makes it. An error from the server is shown in the dialog. */
export function ConfirmWrite<E extends AnyEndpoint>(props: ConfirmWriteProps<E>) {
  const {
    endpoint,
    input,
    refreshes,
    open = true,
    onClose,
    onDone,
    refusal = translateSentence,
    action,
    ...dialog
  } = props
  const approvalLabel = useApprovalLabel(heldActivityOf(endpoint))
  const done = (result: Result<Data<E>>) => {
    onClose()
    return onDone?.(result)
  }
  const write = useWrite(endpoint, { refreshes, failure: 'form', onDone: done })
  const close = () => {
    write.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      {...dialog}
      action={approvalLabel(action)}
      open={open}
      onOpenChange={close}
      loading={write.isPending}
      error={write.error && refusal(write.error)}
      onConfirm={() => write.mutate(input)}
    />
  )
}
