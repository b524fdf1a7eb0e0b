import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { useTranslation } from 'react-i18next'
import type { KeyValue } from '../../../../ui/layout/KeyValues.tsx'
import { useWizard } from '../state/wizard-context.ts'

/** The review's lines about the sender and the first link, as the server reports them. */
export function useOutlineRows(): { sender: KeyValue; replyTo: KeyValue | false; link: KeyValue } {
  const { t } = useTranslation('campaigns')
  const { outline, checkFailure, channel } = useWizard()
  const valueOf = (value: string | null | undefined, none: string) => {
    if (value === undefined) return checkFailure ? '–' : <Reading />
    return value === null ? <span className="text-muted">{none}</span> : <Sender text={value} />
  }
  return {
    sender: { id: 'sender', label: t('review.sender'), value: valueOf(outline?.sender, t('review.noSender')) },
    replyTo: channel === 'email' && {
      id: 'reply',
      label: t('what.replyTo'),
      value: valueOf(outline?.reply_to, t('review.noSender')),
    },
    link: {
      id: 'link',
      label: t('review.link'),
      // A merge field of a text may bring one.
      value: valueOf(outline?.link, t(channel === 'email' ? 'review.noLink' : 'review.noFixedLink')),
    },
  }
}

/** A mail sender's name, and below it the address, which is often as long as a line of a phone. */
function Sender({ text }: { text: string }) {
  const [, name, address] = /^(.+) <([^<>]+)>$/.exec(text) ?? []
  if (address === undefined) return <bdi>{text}</bdi>
  return (
    <>
      <bdi>{name}</bdi>
      <bdi className="block text-12 text-muted">{address}</bdi>
    </>
  )
}

/** A part of the content; a dash if it is empty, unless it may still come from the template. */
export function ContentText({ text }: { text: string }) {
  const { content } = useWizard()
  if (text.trim() !== '') return <bdi>{text}</bdi>
  return content.isLoading ? <Reading /> : '–'
}

/** The place of a line that is being read. */
export function Reading() {
  return <Skeleton width="10rem" className="my-1" />
}
