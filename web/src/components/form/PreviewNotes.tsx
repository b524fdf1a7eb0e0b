import { useTranslation } from 'react-i18next'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import type { LiveAnswer } from './use-live-answer.ts'

interface PreviewNotesProps {
  preview: LiveAnswer<unknown> & { isStale: boolean }
  /** The sentence for a preview that is older than its text. */
  stale: string
}

/** Above a preview: why the server could not render it, or that it is older than its text. */
export function PreviewNotes({ preview, stale }: PreviewNotesProps) {
  const { t } = useTranslation()
  const { error, again, isStale } = preview
  if (error) {
    const retry = (
      <Button size="sm" onClick={again}>
        {t('ui.retry')}
      </Button>
    )
    return (
      <Alert tone="warning" className="mx-4 mt-4" action={retry}>
        {translateSentence(error)}
      </Alert>
    )
  }
  if (!isStale) return null
  return (
    <Alert tone="warning" className="mx-4 mt-4">
      {stale}
    </Alert>
  )
}
