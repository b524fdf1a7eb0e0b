import type { EmailConfiguration } from '@notifly/contracts/channel-settings'
import { useTranslation } from 'react-i18next'
import { answerWords } from '../../components/channels/answer-words.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { Alert } from '../../ui/Alert.tsx'

/** Why mails do not leave, while they do not. */
export function FailingNote({ saved }: { saved: EmailConfiguration | null }) {
  const { t } = useTranslation('channels')
  const { longDate } = useDisplay(useZone())
  if (!saved?.failure) return null
  const { message, since } = saved.failure
  return (
    <Alert tone="danger" title={t('failing.title', { since: longDate(since) })}>
      {answerWords(message)} {t('failing.remedy')}
    </Alert>
  )
}
