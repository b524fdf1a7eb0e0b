import type { MessageStore } from '../../messages/message-store.ts'
import type { Shown } from './check-message.ts'

// Messages stand in the store as tiny mails, so that every view of the inbox and of the phone shows them.

export interface ThreadMessage {
  /** E.164 with its plus. */
  phone: string
  /** The id of the number that writes. */
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

/** What stands on the screen, as plain text. */
export function textOfShown({ header, body, footer, buttons }: Shown): string {
  const head = header && [HEADER_WORDS[header.kind], header.text].filter(Boolean).join(' ')
  const rows = buttons.map(({ kind, text, value }) => {
    const target = kind === 'QUICK_REPLY' || value === undefined ? '' : `: ${value}`
    return `[ ${text}${target} ]`
  })
  return [head, body, footer, rows.join('\n')].filter(Boolean).join('\n\n')
}

/** Keeps a message to a phone. */
export async function keepMessage(store: MessageStore, message: ThreadMessage): Promise<void> {
  const { phone, number, wamid, shown, callbackData } = message
  const headers = { From: number, To: phone, 'X-Message-Id': wamid, 'X-Callback-Data': callbackData ?? '' }
  const raw = compose(headers, textOfShown(shown))
  const envelope = { channel: 'whatsapp', provider: 'whatsapp', sender: number, from: number }
  await store.add({ ...envelope, recipients: [phone], subject: '', raw }, Date.now())
}

/** Keeps what a phone's owner wrote; it stands under the phone's number. */
export async function keepReply(store: MessageStore, reply: { phone: string; number: string; text: string }) {
  const { phone, number, text } = reply
  const raw = compose({ From: phone, To: number }, text)
  const envelope = { channel: 'whatsapp_reply', provider: 'whatsapp', sender: phone, from: phone }
  await store.add({ ...envelope, recipients: [phone], subject: '', raw }, Date.now())
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
