import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'

/** Asks before unsaved text is left. It stays in this browser and is offered when one comes back. */
export function LeaveEditor({ isDirty, onLeave }: { isDirty: () => boolean; onLeave: () => void }) {
  const { t } = useTranslation('templates')
  const { status, proceed, reset } = useBlocker({
    // Only the query changes when the view or the contact does.
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={open => !open && reset?.()}
      title={t('leave.title')}
      action={t('leave.action')}
      tone="primary"
      onConfirm={() => {
        onLeave()
        proceed?.()
      }}
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}
