/** The body of a request: `{type, timestamp, data}`, at most 64 KB. Created for each attempt. */
import { createHash } from 'node:crypto'
import { webhookEvent, type WebhookEvent } from '@notifly/contracts/webhooks/events'
import type { Db } from '../../../db/schema/tables.ts'
import { reasonOf } from '../../../engine/reasons.ts'
import { type MessageFacts, selectMessageFacts } from './body-queries.ts'
import type { DueMessage } from './message-queries.ts'
import { subjectsOf } from './things.ts'

export const BODY_MAX_BYTES = 65_536
const LINK_MAX = 2000

/** One event as its receiver reads it. */
export interface EventBody {
  type: string
  /** ISO 8601, of the event. */
  timestamp: string
  data: Record<string, unknown>
}

/** The content of one request, with the messages in it. */
export interface WebhookRequest<Message extends DueMessage = DueMessage> {
  /** As `webhook-id`. */
  id: string
  body: string
  messages: readonly Message[]
}

/** The bodies of messages, in order, without those of unknown events. */
export async function bodiesOf(
  db: Db,
  applicationId: string,
  messages: readonly DueMessage[],
): Promise<{ message: DueMessage; body: EventBody }[]> {
  const facts = await selectMessageFacts(db, applicationId, messages)
  const things = await subjectsOf(db, applicationId, messages)
  return messages.flatMap(message => {
    const event = webhookEvent(message.event)
    if (event === undefined) return []
    const data =
      event.channel === null ? things(event, message) : messageData(message, event, facts.get(message.messageId))
    return [{ message, body: { type: event.name, timestamp: message.at.toISOString(), data } }]
  })
}

function messageData(
  { runId, seq, reason }: DueMessage,
  { channel }: WebhookEvent,
  facts: MessageFacts | undefined,
): Record<string, unknown> {
  const link = facts?.linkNo ?? null
  return {
    channel,
    message_uuid: `${runId}.${seq}`,
    run_uuid: runId,
    ...(facts?.ownId && { message: { id: facts.ownId, tags: facts.tags ?? [], metadata: facts.metadata ?? {} } }),
    campaign: facts?.campaignId ? { uuid: facts.campaignId, name: facts.campaignName } : null,
    contact: facts?.contactId ? { uuid: facts.contactId, external_user_id: facts.externalUserId } : null,
    to: facts?.address || null,
    reason: reasonOf(reason)?.name ?? null,
    link: link === null ? null : { number: link, url: facts?.linkUrl?.slice(0, LINK_MAX) ?? null },
  }
}

/**
 * Groups messages into requests: each message alone, or for an endpoint that accepts several, as many as it accepts and a body may contain.
 * A batch is `{type: "batch", timestamp, data: [...]}`, each event in it with its own id.
 */
export function webhookRequestsOf(
  bodies: readonly { message: DueMessage; body: EventBody }[],
  batch: number,
  now: Date,
): WebhookRequest[] {
  if (batch === 1)
    return bodies.map(({ message, body }) => ({
      id: message.messageId,
      body: JSON.stringify(body),
      messages: [message],
    }))
  const webhookRequests: WebhookRequest[] = []
  const head = `{"type":"batch","timestamp":${JSON.stringify(now.toISOString())},"data":[`
  let texts: string[] = []
  let messages: DueMessage[] = []
  let bytes = 0
  const close = (): void => {
    if (messages.length === 0) return
    webhookRequests.push({ id: batchId(messages), body: `${head}${texts.join(',')}]}`, messages })
    ;[texts, messages, bytes] = [[], [], 0]
  }
  for (const { message, body } of bodies) {
    const text = JSON.stringify({ id: message.messageId, ...body })
    const more = Buffer.byteLength(text) + 1
    if (messages.length >= batch || head.length + bytes + more + 2 > BODY_MAX_BYTES) close()
    texts.push(text)
    messages.push(message)
    bytes += more
  }
  close()
  return webhookRequests
}

/** A UUID of version 8 (RFC 9562), derived from the content of the batch: the same for the same events. */
function batchId(messages: readonly DueMessage[]): string {
  const hash = createHash('sha256').update(messages.map(({ messageId }) => messageId).join())
  const hex = hash.digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
