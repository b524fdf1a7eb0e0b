import type { MessageStore } from '../../messages/message-store.ts'
import { storeAsMail } from '../../messages/text-mail.ts'

/** Channels of messages to a phone, and of those that its owner writes. */
export const TO_PHONE = 'sms'
export const FROM_PHONE = 'sms_reply'

export interface TextMessage {
  provider: string
  /** An API key, or an account SID. */
  account: string
  /** The customer's number or name. */
  sender: string
  /** E.164, with its plus. */
  phone: string
  text: string
  /** The provider's id of the message. */
  id: string
}

/** Stores a message to a phone. */
export function storeText(store: MessageStore, message: TextMessage): Promise<number> {
  const { provider, sender, phone, text } = message
  const headers = { To: phone, 'X-Message-Id': message.id, 'X-Account': marked(message.account) }
  return storeAsMail(store, { channel: TO_PHONE, provider, sender, recipient: phone, headers, text })
}

/** Stores a message from a phone's owner, under the phone's number like those sent to it. */
export function storeReply(store: MessageStore, message: Omit<TextMessage, 'account'>): Promise<number> {
  const { provider, sender, phone, text } = message
  const headers = { To: sender, 'X-Message-Id': message.id }
  return storeAsMail(store, { channel: FROM_PHONE, provider, sender: phone, recipient: phone, headers, text })
}

/** Shortens a key, which is a secret, enough to recognize it. */
function marked(account: string): string {
  return account.startsWith('AC') ? account : `${account.slice(0, 4)}…`
}
