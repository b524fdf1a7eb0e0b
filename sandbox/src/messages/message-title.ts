import type { StoredMessage } from './message.ts'

const TITLE_LENGTH = 80

/** The kind of a text message; undefined for mails. */
export function kindOf({ channel }: Pick<StoredMessage, 'channel'>): string | undefined {
  return { sms: 'text message', sms_reply: 'reply by text message' }[channel]
}

/** The subject; for text messages, which have none, the text. */
export function titleOf(message: Pick<StoredMessage, 'channel' | 'subject'>, text: string): string {
  const { subject } = message
  if (subject !== '' || kindOf(message) === undefined) return subject || '(no subject)'
  return text.length > TITLE_LENGTH ? `${text.slice(0, TITLE_LENGTH)}…` : text
}
