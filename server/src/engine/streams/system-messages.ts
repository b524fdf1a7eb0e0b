/** Messages that the product itself sends for an application: test sends, and those of forms and sites. A person waits for each. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { MessageData } from './message-queries.ts'
import type { Stream } from './stream-queries.ts'
import { streamDay, type StreamMessage } from './streams.ts'

/** The names of their streams in lists. */
const NAMES = { test: 'Test', confirmation: 'Confirm sign-up', welcome: 'Welcome' } as const

export function systemStream(channel: Channel, kind: keyof typeof NAMES, now: Date): Stream {
  const day = streamDay(now)
  return {
    key: `${channel} own ${kind} ${day.toISOString().slice(0, 10)}`,
    channel,
    name: NAMES[kind],
    class: 0,
    content: {},
    links: [],
    hasShortLinks: false,
    topicId: null,
    clock: null,
    ...(kind === 'test' && { isTest: true }),
    day,
  }
}

interface SystemMessage {
  messageId: string
  /** Null for a message without a contact. */
  contactId: string | null
  /** As suppressions have it, or the id of a device. */
  address: string
  /** Includes the content. */
  data: MessageData
}

export function systemMessage({ messageId, contactId, address, data }: SystemMessage, now: Date): StreamMessage {
  return {
    messageId,
    contactId,
    receiver: contactId ?? address,
    recipients: [{ contactId: contactId ?? messageId, address }],
    copies: [],
    idempotencyKey: null,
    sendAt: null,
    dueAt: now,
    tags: [],
    metadata: {},
    data,
  }
}
