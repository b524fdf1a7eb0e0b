import { z } from 'zod'
import type { MessageStore } from '../../messages/message-store.ts'

export const WEB_PUSH = 'webpush'

const address = z.string().max(4000)

/** The declarative form of a message (webkit.org/blog/16535), with the name of its delivery. */
const notificationSchema = z.object({
  web_push: z.literal(8030),
  notification: z.object({
    title: z.string(),
    navigate: address,
    body: z.string().default(''),
    icon: address.default(''),
    image: address.default(''),
    tag: z.string().default(''),
    actions: z.array(z.object({ action: z.string(), title: z.string(), navigate: address })).default([]),
    data: z.object({ notifly: z.string() }).default({ notifly: '' }),
  }),
})

export type Notification = z.output<typeof notificationSchema>['notification']

/** Null for what a worker of ours would not show. */
export function readNotification(plain: Buffer): Notification | null {
  try {
    return notificationSchema.parse(JSON.parse(plain.toString())).notification
  } catch {
    return null
  }
}

/** Keeps a message as a tiny mail, so that every view of the inbox shows it; answers its number. */
export async function keepNotification(
  store: MessageStore,
  { endpoint, sender, plain, shown }: { endpoint: string; sender: string; plain: Buffer; shown: Notification | null },
): Promise<number> {
  const subject = shown?.title ?? '(not for our worker)'
  const headers = {
    From: sender,
    To: endpoint,
    Subject: subject,
    'X-Notification': plain.toString('base64url'),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}`)
  const raw = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${shown?.body ?? plain.toString()}`)
  const [seq = 0] = await store.add(
    { channel: WEB_PUSH, provider: WEB_PUSH, sender, recipients: [endpoint], from: sender, subject, raw },
    Date.now(),
  )
  return seq
}

/** The notification of a kept message. */
export function keptNotification(raw: Buffer): Notification | null {
  const kept = /^X-Notification: ([\w-]+)\r?$/m.exec(raw.toString('latin1'))?.[1]
  return kept === undefined ? null : readNotification(Buffer.from(kept, 'base64url'))
}
