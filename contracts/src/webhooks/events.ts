/**
 * The events that endpoints can receive. Their ids are stored and never used for another event. Each is fed by the transaction
 * that makes it true: server/src/jobs/webhook-outbox.ts, and triggers of migration 0113, which name ids too.
 */
import { CHANNELS, type Channel } from '../applications/applications.ts'

/** What can become of a message, in the order of their ids. */
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

/** The events of each channel. Only mails bounce; on other channels a message fails. */
const KINDS_OF: Record<Channel, readonly MessageKind[]> = {
  email: MESSAGE_KINDS,
  sms: ['sent', 'delivered', 'clicked', 'unsubscribed', 'failed', 'skipped'],
  whatsapp: ['sent', 'delivered', 'opened', 'clicked', 'unsubscribed', 'failed', 'skipped'],
  webpush: ['sent', 'delivered', 'clicked', 'failed', 'skipped'],
  mobilepush: ['sent', 'delivered', 'clicked', 'failed', 'skipped'],
}

export interface WebhookEvent {
  id: number
  /** As `type` of a body has it. */
  name: string
  group: WebhookGroup
  /** Null for what is no message. */
  channel: Channel | null
}

/** Groups of the page, in its order; the first five are the channels'. */
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

/** The id of what became of a message; undefined where the channel does not have it. */
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

/** Of what is no message: what it happens to, then what happens, in the order of their ids. */
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

/** Every event that can be chosen. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [...messageEvents, ...thingEvents]

/** Ids that statements name. */
export const CONTACT_DELETED = 603
export const CONTACT_ERASED = 604

const BY_ID = new Map(WEBHOOK_EVENTS.map(event => [event.id, event]))

export function webhookEvent(id: number): WebhookEvent | undefined {
  return BY_ID.get(id)
}
