/** What stands beside a recipient's status: the reason in words, or how far the message came. */
import type { Recipient } from '@notifly/contracts/deliveries'
import { useTranslation } from 'react-i18next'
import { useCallback } from 'react'
import { useReasonWords } from '../../components/delivery/use-reason-words.ts'

export interface ReasonText {
  text: string
  tone: 'plain' | 'danger'
}

const DANGER = ['failed', 'bounced', 'complained', 'expired', 'cancelled']

export function useReasonText(): (recipient: Recipient) => ReasonText {
  const { t } = useTranslation('delivery')
  const reasonWords = useReasonWords()
  return useCallback(
    recipient => {
      const { current_status: status, reason, reason_text: fallback, detail, attempts } = recipient
      const tone = DANGER.includes(status) ? 'danger' : 'plain'
      if (reason === 'render_error' && detail) return { text: t('where.renderError', { field: detail }), tone }
      if (reason !== null) return { text: [reasonWords(reason, fallback), detail].filter(Boolean).join(' '), tone }
      const key = status === 'sent' && attempts > 1 ? 'where.sentAgain' : `where.${status}`
      return { text: t(key, { count: attempts - 1 }), tone }
    },
    [t, reasonWords],
  )
}
