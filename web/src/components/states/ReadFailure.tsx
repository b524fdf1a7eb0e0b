import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { useDisplay } from '../display/use-display.ts'
import { missingRight } from '../rights/missing-right.ts'
import { ForbiddenCard } from './ForbiddenCard.tsx'
import { NotFoundCard } from './NotFoundCard.tsx'
import { RefusalCard } from './RefusalCard.tsx'

export interface ReadFailureProps {
  error: ApiError
  onRetry: () => void
  /** What could not be loaded, such as "Couldn’t load contacts". */
  title: string
  /** With a frame of its own; off inside a panel. */
  framed?: boolean
}

/** Replaces content that could not be loaded, after the automatic retry failed. */
export function ReadFailure({ error, onRetry, title, framed = true }: ReadFailureProps) {
  const { t } = useTranslation()
  const details = useFailureDetails(error)
  if (error.status === 404) return <NotFoundCard framed={framed} />
  const missing = error.status === 403 ? missingRight(error) : undefined
  if (missing !== undefined) return <ForbiddenCard framed={framed} {...missing} />
  if (error.status === 403) {
    return (
      <RefusalCard framed={framed} title={t('forbidden.title')}>
        {translateSentence(error)}
      </RefusalCard>
    )
  }
  return (
    <StateCard
      kind="error"
      framed={framed}
      title={title}
      details={details}
      actions={
        <Button icon={RotateCw} onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      }
    >
      {translateSentence(error)}
    </StateCard>
  )
}

/** Details for support: the call, its status, the request id and the time. */
export function useFailureDetails(error: ApiError): string {
  const { shortDate } = useDisplay()
  const { t } = useTranslation()
  const when = shortDate(error.occurredOn.getTime() / 1000)
  const request = error.requestId ? `${t('failure.request')} ${error.requestId} · ` : ''
  return `${error.method} ${error.path.split('?')[0]}  ${error.status}\n${request}${when}`
}
