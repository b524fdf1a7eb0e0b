/** The text beside a recipient's status: the reason, or the last step that the message reached. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Recipient } from '@notifly/contracts/runs/deliveries'
import { useTranslation } from 'react-i18next'
import { useMoments } from '../../../components/display/use-moments.ts'
import { useReasonWords } from '../../../components/runs/use-reason-words.ts'
import type { Sentence } from '@notifly/contracts/sentences/sentence'
import { translateSentence } from '../../../locales/translate-sentence.ts'

export interface ReasonText {
  text: string
  tone: 'plain' | 'danger'
}

const DANGER = ['failed', 'bounced', 'complained', 'expired', 'cancelled']

export function useReasonText(channel: Channel): (recipient: Recipient) => ReasonText {
  const { t, i18n } = useTranslation(['delivery', 'ab-test'])
  const reasonWords = useReasonWords()
  const moments = useMoments()
  return recipient => {
    const { current_status: status, reason, reason_text: fallback, detail, attempts, due_on: due } = recipient
    const tone = DANGER.includes(status) ? 'danger' : 'plain'
    const waitsForWinner = status === 'scheduled' && recipient.test_group === 'rest' && recipient.variant === null
    if (waitsForWinner) return { text: t('ab-test:group.waits'), tone }
    if (due !== undefined && due * 1000 > Date.now()) {
      const until = t('where.waitsUntil', { time: moments.soon(due) })
      return { text: reason === null ? until : `${until} ${reasonWords(channel, reason, fallback)}`, tone }
    }
    if (reason === 'render_error' && detail) return { text: t('where.renderError', { field: detail }), tone }
    if (reason !== null)
      return {
        text: [reasonWords(channel, reason, fallback), readable(detail, recipient.detail_sentence)]
          .filter(Boolean)
          .join(' '),
        tone,
      }
    if (status === 'sent' && attempts > 1) return { text: t('where.sentAgain', { count: attempts - 1 }), tone }
    // Other channels have texts of their own, because no mail server is involved.
    const own = `whereOn.${channel}.${status}`
    return { text: t(i18n.exists(`delivery:${own}`) ? own : `where.${status}`), tone }
  }
}

/** Raw answers between servers are shown only in the recipient's events. */
function readable(answer: string | null, own: Sentence | undefined): string | null {
  if (own !== undefined) return translateSentence({ ...own, message: answer ?? undefined })
  return answer !== null && /[{<]/.test(answer) ? null : answer
}
