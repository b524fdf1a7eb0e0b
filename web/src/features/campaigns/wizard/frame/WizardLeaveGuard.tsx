import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../ui/overlays/ConfirmDialog.tsx'
import type { Wizard } from '../state/wizard-state.ts'
import { useWizard } from '../state/wizard-context.ts'

/** Typed text is never lost: leaving saves a draft first and asks only where that fails, or where nothing saves itself. */
export function WizardLeaveGuard() {
  const wizard = useWizard()
  const { t } = useTranslation(['campaigns', 'common'])
  const { isDirty, mode, flush } = wizard
  const { status, proceed, reset } = useBlocker({
    // Steps are addresses of the same page.
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty || current.pathname === next.pathname) return false
      return mode === 'edit' || !(await flush())
    },
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  useFlushWhenHidden(wizard)
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={open => !open && reset?.()}
      title={t('common:leave.title')}
      action={t('common:leave.action')}
      onConfirm={() => proceed?.()}
    >
      {mode === 'edit' ? t('common:leave.text') : t('wizard.leaveUnsaved')}
    </ConfirmDialog>
  )
}

/** A phone may never come back to a page that it put away. */
function useFlushWhenHidden({ flush, mode }: Wizard): void {
  const latest = useRef(flush)
  useEffect(() => {
    latest.current = flush
  })
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden' && mode === 'draft') void latest.current()
    }
    document.addEventListener('visibilitychange', onHide)
    return () => document.removeEventListener('visibilitychange', onHide)
  }, [mode])
}
