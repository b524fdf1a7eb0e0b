import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'

export interface FormFailureProps {
  error: ApiError | undefined
  /** Submits the form again. Offered for errors that may be temporary. */
  onRetry?: () => void
}

/** The server's error about the form as a whole. A missing right opens a dialog of its own instead. */
export function FormFailure({ error, onRetry }: FormFailureProps) {
  const { t } = useTranslation()
  if (!error || error.status === 403 || error.status === 401) return null
  const mayPass = onRetry !== undefined && error.status >= 500
  return (
    <Alert
      tone="danger"
      live
      action={
        mayPass && (
          <Button size="sm" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )
      }
    >
      {translateSentence(error)}
    </Alert>
  )
}
