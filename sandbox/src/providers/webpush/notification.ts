import { z } from 'zod'
import { readJson } from '../../json.ts'
import type { MessageStore } from '../../messages/message-store.ts'
import { storeAsMail } from '../../messages/text-mail.ts'

export const WEB_PUSH = 'webpush'

const address = z.string().max(4000)

/** The declarative message format (webkit.org/blog/16535), with the delivery's token. */
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

/** Null for a message that our worker would not show. */
export function readNotification(plain: Buffer): Notification | null {
  return notificationSchema.safeParse(readJson(plain.toString())).data?.notification ?? null
}

/** Stores a message; resolves to its number. */
export function storeNotification(
  store: MessageStore,
  { endpoint, sender, plain, shown }: { endpoint: string; sender: string; plain: Buffer; shown: Notification | null },
): Promise<number> {
  const subject = shown?.title ?? '(not for our worker)'
  const headers = { To: endpoint, Subject: subject, 'X-Notification': plain.toString('base64url') }
  const text = shown?.body ?? plain.toString()
  return storeAsMail(store, {
    channel: WEB_PUSH,
    provider: WEB_PUSH,
    sender,
    recipient: endpoint,
    subject,
    headers,
    text,
  })
}

/** The notification in a stored message. */
export function readStoredNotification(raw: Buffer): Notification | null {
  const kept = /^X-Notification: ([\w-]+)\r?$/m.exec(raw.toString('latin1'))?.[1]
  return kept === undefined ? null : readNotification(Buffer.from(kept, 'base64url'))
}
