import type { MessageStore } from '../../messages/message-store.ts'
import { storeAsMail } from '../../messages/text-mail.ts'
import type { Shown } from './check-message.ts'

export interface ThreadMessage {
  /** E.164, with its plus. */
  phone: string
  /** Id of the sending number. */
  number: string
  wamid: string
  shown: Shown
  callbackData: string | undefined
}

const HEADER_WORDS: Record<string, string> = {
  image: '[Image]',
  video: '[Video]',
  document: '[Document]',
  location: '[Location]',
}

/** The message as text. */
export function textOfShown({ header, body, footer, buttons }: Shown): string {
  const head = header && [HEADER_WORDS[header.kind], header.text].filter(Boolean).join(' ')
  const rows = buttons.map(({ kind, text, value }) => {
    const target = kind === 'QUICK_REPLY' || value === undefined ? '' : `: ${value}`
    return `[ ${text}${target} ]`
  })
  return [head, body, footer, rows.join('\n')].filter(Boolean).join('\n\n')
}

/** Stores a message to a phone. */
export function storeMessage(store: MessageStore, message: ThreadMessage): Promise<number> {
  const { phone, number, wamid, shown, callbackData = '' } = message
  const headers = { To: phone, 'X-Message-Id': wamid, 'X-Callback-Data': callbackData }
  const text = textOfShown(shown)
  return storeAsMail(store, {
    channel: 'whatsapp',
    provider: 'whatsapp',
    sender: number,
    recipient: phone,
    headers,
    text,
  })
}

/** Stores a message from a phone's owner, under the phone's number. */
export function storeReply(store: MessageStore, reply: { phone: string; number: string; text: string }) {
  const { phone, number, text } = reply
  const envelope = { channel: 'whatsapp_reply', provider: 'whatsapp', sender: phone, recipient: phone }
  return storeAsMail(store, { ...envelope, headers: { To: number }, text })
}
