/**
 * The events that endpoints can receive. Their ids are stored and never reused. Each event is written in the transaction of the change that
 * it reports: by server/src/jobs/webhook-outbox.ts and by triggers of migration 0113, which also contain ids.
 */
import { CHANNELS, type Channel } from '../applications/applications.ts'

/** Events of messages, in the order of their ids. */
const MESSAGE_KINDS = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'failed',
  'skipped',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** The events of each channel. Only emails bounce; messages of other channels fail. */
const KINDS_OF: Record<Channel, readonly MessageKind[]> = {
  email: MESSAGE_KINDS,
  sms: ['sent', 'delivered', 'clicked', 'unsubscribed', 'failed', 'skipped'],
  whatsapp: ['sent', 'delivered', 'opened', 'clicked', 'unsubscribed', 'failed', 'skipped'],
  webpush: ['sent', 'delivered', 'clicked', 'failed', 'skipped'],
  mobilepush: ['sent', 'delivered', 'clicked', 'failed', 'skipped'],
}

export interface WebhookEvent {
  id: number
  /** The `type` in the body of a webhook. */
  name: string
  group: WebhookGroup
  /** Null for events that are not about messages. */
  channel: Channel | null
}

/** Groups on the page, in its order; the first five are the channels. */
export const WEBHOOK_GROUPS = [
  'Email Events',
  'SMS Events',
  'Whatsapp Events',
  'Web Push Events',
  'Mobile Push Events',
  'Contact Events',
  'Campaign Events',
  'Approval Events',
  'Import Events',
] as const
export type WebhookGroup = (typeof WEBHOOK_GROUPS)[number]

const IDS_OF_A_GROUP = 100

/** The id of an event of a message; undefined if the channel does not have it. */
export function messageEventId(channel: Channel, kind: MessageKind): number | undefined {
  if (!KINDS_OF[channel].includes(kind)) return undefined
  return (CHANNELS.indexOf(channel) + 1) * IDS_OF_A_GROUP + MESSAGE_KINDS.indexOf(kind) + 1
}

const messageEvents = CHANNELS.flatMap((channel, index) =>
  KINDS_OF[channel].map((kind): WebhookEvent => ({
    id: messageEventId(channel, kind) ?? 0,
    name: `message.${kind}`,
    group: WEBHOOK_GROUPS[index] ?? WEBHOOK_GROUPS[0],
    channel,
  })),
)

/** Events that are not about messages: the object, then what happens to it, in the order of their ids. */
const THING_KINDS = [
  ['Contact Events', 'contact', ['created', 'updated', 'deleted', 'erased']],
  ['Campaign Events', 'campaign', ['launched', 'paused', 'ended']],
  ['Approval Events', 'approval', ['requested', 'decided']],
  ['Import Events', 'import', ['ended']],
] as const satisfies readonly [WebhookGroup, string, readonly string[]][]

const thingEvents = THING_KINDS.flatMap(([group, thing, kinds], index) =>
  kinds.map((kind, at): WebhookEvent => ({
    id: (CHANNELS.length + index + 1) * IDS_OF_A_GROUP + at + 1,
    name: `${thing}.${kind}`,
    group,
    channel: null,
  })),
)

/** Every event that can be selected. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [...messageEvents, ...thingEvents]

/** Ids for SQL statements. */
export const CONTACT_DELETED = 603
export const CONTACT_ERASED = 604

const BY_ID = new Map(WEBHOOK_EVENTS.map(event => [event.id, event]))

export function webhookEvent(id: number): WebhookEvent | undefined {
  return BY_ID.get(id)
}
