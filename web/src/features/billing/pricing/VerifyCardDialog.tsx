import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'

interface VerifyCardDialogProps {
  error: Error
  onVerify: () => void
  isBusy: boolean
  onClose: () => void
}

/** Says why the subscription could not start, and retries with a card verification. */
export function VerifyCardDialog({ error, onVerify, isBusy, onClose }: VerifyCardDialogProps) {
  const { t } = useTranslation('billing')
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      tone="primary"
      title={t('verifyCard.title')}
      action={t('act.verify')}
      loading={isBusy}
      onConfirm={onVerify}
      error={error instanceof ApiError && translateSentence(error)}
    >
      {t('verifyCard.text')}
    </ConfirmDialog>
  )
}
