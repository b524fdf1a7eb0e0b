import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { PartFailure } from '../states/PartFailure.tsx'
import type { LiveAnswer } from './use-live-answer.ts'

/** Above a preview: why the server could not render it, or that it is older than its text. */
export function PreviewNotes({ preview }: { preview: LiveAnswer<unknown> & { isStale: boolean } }) {
  const { t } = useTranslation('preview')
  const { error, again, isStale } = preview
  if (error) return <PartFailure error={error} title={t('failed')} onRetry={again} className="mx-4 mt-4" />
  if (!isStale) return null
  return (
    <Alert tone="warning" className="mx-4 mt-4">
      {t('stale')}
    </Alert>
  )
}
