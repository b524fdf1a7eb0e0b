import type { MessageStore } from '../../messages/message-store.ts'

// Text messages stand in the store as tiny mails, so that every view of the inbox shows them.

/** Of messages to a phone, and of those that its owner writes. */
export const TO_PHONE = 'sms'
export const FROM_PHONE = 'sms_reply'

export interface TextMessage {
  provider: string
  /** A key, or an account SID. */
  account: string
  /** Number or name of the customer. */
  sender: string
  /** E.164 with its plus. */
  phone: string
  text: string
  /** The provider's name of it. */
  id: string
}

/** Keeps a message to a phone. */
export async function keepText(store: MessageStore, message: TextMessage): Promise<void> {
  const { provider, sender, phone, text } = message
  const raw = compose(
    { From: sender, To: phone, 'X-Message-Id': message.id, 'X-Account': marked(message.account) },
    text,
  )
  await store.add(
    { channel: TO_PHONE, provider, sender, recipients: [phone], from: sender, subject: '', raw },
    Date.now(),
  )
}

/** Keeps what a phone's owner wrote; it stands under the phone's number, like what was written to it. */
export async function keepReply(store: MessageStore, message: TextMessage): Promise<void> {
  const { provider, sender, phone, text } = message
  const raw = compose({ From: phone, To: sender, 'X-Message-Id': message.id }, text)
  await store.add(
    { channel: FROM_PHONE, provider, sender: phone, recipients: [phone], from: phone, subject: '', raw },
    Date.now(),
  )
}

/** Enough to tell accounts apart on a page: a key is a secret. */
function marked(account: string): string {
  return account.startsWith('AC') ? account : `${account.slice(0, 4)}…`
}

function compose(headers: Record<string, string>, text: string): Buffer {
  const lines = Object.entries({
    ...headers,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  }).map(([name, value]) => `${name}: ${value.replace(/[\r\n]/g, ' ')}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}
