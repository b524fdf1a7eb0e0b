import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { say } from '../../locales/say.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'

export interface FormFailureProps {
  error: ApiError | undefined
  /** Sends the form again: offered where the failure may have passed by then. */
  onRetry?: () => void
}

/** The server's message about the form as a whole. A missing right opens its dialog instead. */
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
      {say(error)}
    </Alert>
  )
}
