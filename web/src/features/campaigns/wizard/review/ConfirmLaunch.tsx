import { useTranslation } from 'react-i18next'
import { type KeyValue, KeyValues } from '../../../../ui/layout/KeyValues.tsx'
import { ConfirmDialog } from '../../../../ui/overlays/ConfirmDialog.tsx'
import { useWizard } from '../state/wizard-context.ts'
import { useWhenWords } from '../when/use-when-words.ts'
import { useLaunchWords } from './use-launch-words.ts'

export interface ConfirmLaunchProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
}

/** The last confirmation before the launch: how many recipients, from which sender, and when. */
export function ConfirmLaunch({ open, onOpenChange, onConfirm }: ConfirmLaunchProps) {
  const { t } = useTranslation('campaigns')
  const { estimate, outline } = useWizard()
  const when = useWhenWords()
  const words = useLaunchWords()
  const count = estimate.data?.recipients ?? 0
  const rows: (KeyValue | false)[] = [
    outline?.sender != null && { id: 'from', label: t('review.sender'), value: <bdi>{outline.sender}</bdi> },
    { id: 'when', label: t('confirm.when'), value: when.sentence },
  ]
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="primary"
      title={t(when.isNow ? 'confirm.now' : 'confirm.later', { count })}
      action={words.confirm}
      onConfirm={onConfirm}
    >
      <KeyValues texts items={rows.filter(row => row !== false)} />
    </ConfirmDialog>
  )
}
