/** Reads, lists and cancels messages for the programs that sent them. */
import type { AcceptedMessage, listMessages, Message, MessageDetails } from '@notifly/contracts/messages/messages'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type * as z from 'zod/mini'
import { limitedWrite, listRead } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { cancelMessage } from '../../engine/streams/streams.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { isOfDevices } from '../../channels/registry.ts'
import { assertVisible, visibleRangeOf } from '../usage/usage.ts'
import { countersOf, currentStatus, readTrail, reasonWords } from '../runs/runs.ts'
import { type MessageFilter, type MessageRow, selectContactIds, selectMessages } from './list-queries.ts'
import { targetOf } from './read-message.ts'

type Query = z.output<NonNullable<(typeof listMessages)['query']>>

/** One page, newest first. It is full unless it is the last one, or the status is so rare that finding more takes too long. */
export async function listOf(
  deps: Deps,
  applicationId: string,
  query: Query,
): Promise<{ messages: Message[]; next: string | null }> {
  const { database, clock } = deps
  const { limit, cursor, key, tag, status, channel } = query
  const back = await visibleRangeOf(deps, database.kysely, applicationId)
  return listRead(database.kysely, applicationId, async tx => {
    const receivers = query.to === undefined ? undefined : await receiversNamed(tx, applicationId, query.to)
    const counters = status === undefined ? undefined : countersOf(status)
    const filter = { receivers, key, tag, channel, counters, before: cursor?.toLowerCase(), since: back?.since }
    return pageOf(tx, applicationId, { filter, status, limit, now: clock.now() })
  })
}

interface Wanted {
  filter: MessageFilter
  status: Message['status'] | undefined
  limit: number
  now: Date
}

/** Messages that are examined at a time for a status, which has no index. */
const LOOKED_THROUGH = 1000
const LOOKING_MS = 3000

async function pageOf(
  tx: Db,
  applicationId: string,
  { filter, status, limit, now }: Wanted,
): Promise<{ messages: Message[]; next: string | null }> {
  const most = status === undefined ? limit + 1 : LOOKED_THROUGH
  const until = performance.now() + LOOKING_MS
  const found: Message[] = []
  for (let { before } = filter; ;) {
    const rows = await selectMessages(tx, applicationId, { ...filter, before }, most)
    const messages = rows.map(row => presentMessage(row, now))
    found.push(...messages.filter(message => status === undefined || message.status === status))
    const page = found.slice(0, limit)
    if (found.length > limit) return { messages: page, next: page.at(-1)?.id ?? null }
    before = rows.at(-1)?.messageId
    if (rows.length < most || before === undefined) return { messages: page, next: null }
    if (performance.now() > until) return { messages: page, next: before }
  }
}

async function receiversNamed(db: Db, applicationId: string, to: string): Promise<string[]> {
  const target = targetOf(undefined, to)
  return [target.id.toLowerCase(), ...(await selectContactIds(db, applicationId, target.id))]
}

/** Throws notFound, also for one that is older than the plan shows. */
export async function readOne(deps: Deps, applicationId: string, messageId: string): Promise<MessageDetails> {
  const row = await found(deps, applicationId, messageId)
  await assertVisible(deps, deps.database.kysely, applicationId, row.createdAt)
  const message = presentMessage(row, deps.clock.now())
  if (row.state === null) return { ...message, events: [] }
  const { events } = await readTrail(
    deps,
    { applicationId, channel: row.channel, id: row.runId },
    `${row.runId}.${row.seq}`,
  )
  // "Chosen by a campaign" does not apply to a single message.
  return { ...message, events: events.filter(({ kind }) => kind !== 'picked') }
}

/** Throws notFound; conflict for a message that is no longer waiting for its time. */
export async function cancel(deps: Deps, applicationId: string, messageId: string): Promise<AcceptedMessage> {
  await found(deps, applicationId, messageId)
  const isCancelled = await limitedWrite(deps.database.kysely, applicationId, tx =>
    cancelMessage(tx, { applicationId, messageId }, deps.clock.now()),
  )
  if (!isCancelled) throw new AppError('conflict', sentence('messages.notWaiting'))
  return { id: messageId, status: 'cancelled' }
}

async function found({ database }: Deps, applicationId: string, messageId: string): Promise<MessageRow> {
  const [row] = await selectMessages(database.kysely, applicationId, { messageId }, 1)
  return orNotFound(row)
}

function presentMessage(row: MessageRow, now: Date): Message {
  const { channel, state, reason, attempts } = row
  const words = reasonWords(reason ?? 0)
  return {
    id: row.messageId,
    channel,
    to: addressOf(row),
    contact_uuid: row.contactId,
    template: templateOf(row),
    class: row.stream.includes(' marketing ') ? 'marketing' : 'transactional',
    topic: row.topicId,
    status: currentStatus({
      channel,
      state: state ?? 0,
      reason: reason ?? 0,
      openedAt: row.openedAt,
      clickedAt: row.clickedAt,
      unsubscribedAt: row.unsubscribedAt,
      dismissedAt: row.dismissedAt,
      isLeased: false,
      waitsForMoment: attempts === 0 && row.sendAt !== null && row.sendAt > now,
    }),
    reason: words.reason,
    reason_text: words.reason_text,
    reason_text_sentence: words.reason_text_sentence,
    attempts: attempts ?? 0,
    tags: row.tags ?? [],
    metadata: row.metadata ?? {},
    idempotency_key: row.idempotencyKey,
    created_on: epochSeconds(row.createdAt),
    send_at: row.sendAt === null ? null : epochSeconds(row.sendAt),
  }
}

function addressOf({ channel, receiver, contactId, address }: MessageRow): string | null {
  if (receiver === '') return null
  return contactId === null || isOfDevices(channel) ? receiver : address || null
}

const TEMPLATE = /^[a-z]+ ([0-9a-f]{8}-[0-9a-f-]{27}) (\d+) /

/** The template and version, from the name of the stream. */
function templateOf({ stream, streamName: name }: MessageRow): Message['template'] {
  const [, uuid, version] = TEMPLATE.exec(stream) ?? []
  if (uuid !== undefined) return { name, uuid, version: Number(version) }
  return stream.includes(' own ') ? null : { name, uuid: null, version: null }
}
