import { useTranslation } from 'react-i18next'
import type { KeyValue } from '../../../../ui/layout/KeyValues.tsx'
import { useWizard } from '../state/wizard-context.ts'

/**
 * The review's lines about the sender and the first link, as the server reports them. They show dashes until it has
 * answered.
 */
export function useOutlineRows(): { sender: KeyValue; replyTo: KeyValue | false; link: KeyValue } {
  const { t } = useTranslation('campaigns')
  const { outline, channel } = useWizard()
  const valueOf = (value: string | null | undefined, none: string) =>
    value === undefined ? '–' : value === null ? <span className="text-muted">{none}</span> : <bdi>{value}</bdi>
  return {
    sender: { id: 'sender', label: t('review.sender'), value: valueOf(outline?.sender, t('review.noSender')) },
    replyTo: channel === 'email' && {
      id: 'reply',
      label: t('what.replyTo'),
      value: valueOf(outline?.reply_to, t('review.noSender')),
    },
    link: { id: 'link', label: t('review.link'), value: valueOf(outline?.link, t('review.noLink')) },
  }
}
