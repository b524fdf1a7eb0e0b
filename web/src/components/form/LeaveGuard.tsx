import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

/** Asks before a page with unsaved changes is left or its tab closed. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={open => !open && reset?.()}
      title={t('leave.title')}
      action={t('leave.action')}
      onConfirm={() => proceed?.()}
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}
