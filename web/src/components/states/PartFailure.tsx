import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'

export interface PartFailureProps {
  error: ApiError
  /** What could not be loaded, such as "Couldn’t load roles". */
  title: string
  onRetry: () => void
  /** Space around it. */
  className?: string
}

/** In a form or panel that works otherwise: a part of it could not be loaded, such as the options of a field. */
export function PartFailure({ error, title, onRetry, className }: PartFailureProps) {
  const { t } = useTranslation()
  const retry = (
    <Button size="sm" onClick={onRetry}>
      {t('ui.retry')}
    </Button>
  )
  return (
    <Alert tone="danger" live title={title} action={error.status !== 403 && retry} {...(className && { className })}>
      <span className="block">{translateSentence(error)}</span>
    </Alert>
  )
}
