/**
 * Front door of single messages. They are stored as deliveries of a stream: a run that is open for a day and takes recipients one by one,
 * so that sending, retries, trail, counters and reports work as for every other run.
 *
 *     addMessages(tx, applicationId, streams, now)     stores messages; they are sent from the commit on
 *     cancelMessage(tx, key, now)                      cancels one before its time
 *     sendTests(deps, application, channel, sends)     sends tests and waits for their outcome (test-sends.ts)
 *     awaitResults(deps, application, ids, ms)           what happened to messages (fates.ts)
 */
import type { Db } from '../../db/schema/tables.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { DELIVERIES_MAX, type NewMessage, type PlacedMessage } from './message-queries.ts'
import {
  insertWork,
  type NewBatch,
  type NewDelivery,
  openStream,
  type Place,
  placeIn,
  type Stream,
} from './stream-queries.ts'

export type { MessageData, NewMessage } from './message-queries.ts'
export { cancelMessage } from './cancel-queries.ts'
export type { Stream }

/** One address, one of several devices, or one of several copies. */
export interface Recipient {
  contactId: string
  address: string
}

export interface StreamMessage extends NewMessage {
  dueAt: Date
  /** At least one; those beyond RECIPIENTS_MAX are left out. */
  recipients: readonly Recipient[]
}

export const RECIPIENTS_MAX = DELIVERIES_MAX

export interface StreamMessages {
  stream: Stream
  messages: readonly StreamMessage[]
}

/** Start of the UTC day of a stream. */
export function streamDay(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()))
}

/** Small, so that several connections, and several workers, take part in a large call. */
const BATCH_LENGTH = 200

/** Adds messages to their streams, opening these if necessary. */
export async function addMessages(
  tx: Db,
  applicationId: string,
  streams: readonly StreamMessages[],
  now: Date,
): Promise<void> {
  const parts = new Map(streams.map(each => [each.stream.key, cut(each)]))
  const places = await placesFor(tx, applicationId, parts, now)
  const work = places.map(place => placed(place, parts.get(place.key)))
  const all = {
    deliveries: work.flatMap(({ deliveries }) => deliveries),
    batches: work.flatMap(({ batches }) => batches),
    messages: work.flatMap(({ messages }) => messages),
  }
  await insertWork(tx, applicationId, all, now)
}

/** Messages of one stream that are due at the same time; each part becomes a batch. */
interface Part {
  dueAt: Date
  messages: StreamMessage[]
  deliveries: number
}

interface CutStream {
  stream: Stream
  parts: Part[]
}

function cut({ stream, messages }: StreamMessages): CutStream {
  const parts: Part[] = []
  for (const message of messages.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())) {
    const recipients = Math.min(message.recipients.length, RECIPIENTS_MAX)
    let part = parts.at(-1)
    const fits = part !== undefined && part.deliveries + recipients <= BATCH_LENGTH
    if (part === undefined || !fits || part.dueAt.getTime() !== message.dueAt.getTime()) {
      part = { dueAt: message.dueAt, messages: [], deliveries: 0 }
      parts.push(part)
    }
    part.messages.push(message)
    part.deliveries += recipients
  }
  return { stream, parts }
}

async function placesFor(
  tx: Db,
  applicationId: string,
  streams: ReadonlyMap<string, CutStream>,
  now: Date,
): Promise<Place[]> {
  const additions = [...streams].map(([key, { stream, parts }]) => ({
    key,
    class: stream.class,
    deliveries: parts.reduce((sum, part) => sum + part.deliveries, 0),
    batches: parts.length,
    dueAt: parts[0]?.dueAt ?? now,
  }))
  const places = await placeIn(tx, applicationId, additions, now)
  const missing = additions.filter(({ key }) => places.every(place => place.key !== key))
  if (missing.length === 0) return places
  for (const { key } of missing.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const stream = streams.get(key)?.stream
    if (stream !== undefined) await openStream(tx, applicationId, stream, { runId: uuidv7(now), now })
  }
  return [...places, ...(await placeIn(tx, applicationId, missing, now))]
}

function placed({ runId, laneId, seq: first, batch }: Place, cutStream: CutStream | undefined) {
  const deliveries: NewDelivery[] = []
  const batches: NewBatch[] = []
  const messages: PlacedMessage[] = []
  let seq = first
  for (const [index, part] of (cutStream?.parts ?? []).entries()) {
    const seqTo = seq + part.deliveries - 1
    batches.push({ runId, no: batch + index, laneId, seqFrom: seq, seqTo, dueAt: part.dueAt })
    for (const message of part.messages) {
      const recipients = message.recipients.slice(0, RECIPIENTS_MAX)
      messages.push({ ...message, runId, seq, deliveries: recipients.length })
      for (const { contactId, address } of recipients) deliveries.push({ runId, seq: seq++, contactId, address })
    }
  }
  return { deliveries, batches, messages }
}
