import type { IncomingMessage } from './message.ts'
import type { MessageStore } from './message-store.ts'

/** A message of a channel other than email. */
export interface TextToStore extends Pick<IncomingMessage, 'channel' | 'provider' | 'sender'> {
  /** The number or address under which it is listed. */
  recipient: string
  subject?: string
  /** In addition to From. */
  headers: Readonly<Record<string, string>>
  text: string
}

/** Stores a text as a small mail, so that every view of the inbox can show it. Resolves to its number. */
export async function storeAsMail(store: MessageStore, message: TextToStore): Promise<number> {
  const { recipient, subject = '', headers, text, ...origin } = message
  const lines = Object.entries({
    From: origin.sender,
    ...headers,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  }).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}`)
  const raw = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
  const envelope = { ...origin, recipients: [recipient], from: origin.sender, subject }
  const [seq = 0] = await store.add({ ...envelope, raw }, Date.now())
  return seq
}
