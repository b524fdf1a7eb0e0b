import type { StoredMessage } from './message.ts'

const TITLE_LENGTH = 80

/** What a text message is called beside its text; undefined for mails. */
export function kindOf({ channel }: Pick<StoredMessage, 'channel'>): string | undefined {
  return { sms: 'text message', sms_reply: 'reply by text message' }[channel]
}

/** Text messages have no subject: their text is shown instead. */
export function titleOf(message: Pick<StoredMessage, 'channel' | 'subject'>, text: string): string {
  const { subject } = message
  if (subject !== '' || kindOf(message) === undefined) return subject || '(no subject)'
  return text.length > TITLE_LENGTH ? `${text.slice(0, TITLE_LENGTH)}…` : text
}
