/** SQL of single messages: their own data, and the columns by which they are found. */
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Device } from '../../channels/channel.ts'
import type { Db } from '../../db/schema/tables.ts'
import { STATE } from '../states.ts'

export interface MessageFile {
  filename: string
  contentType: string
  /** base64 */
  content: string
}

/** What a message has in addition to its stream, as JSON. */
export interface MessageData {
  /** Takes precedence over the contact's own fields. */
  merge?: Record<string, unknown>
  /** As its channel froze it; replaces the stream's content. */
  content?: object
  /** Links of that content, by number. */
  links?: { index: number; url: string }[]
  /** The address as the sender wrote it; always present if there are copies. */
  to?: string
  cc?: string[]
  replyTo?: string
  headers?: Record<string, string>
  files?: MessageFile[]
  /** Targets of its links, by number, used in place of our tracking addresses: clicks are not counted. */
  straight?: (readonly [no: number, address: string])[]
  /** Used instead of the stored device; the device need not be stored. */
  device?: Device
  /** The span of the API call that added it (W3C traceparent), if the call is traced. */
  trace?: string
}

export interface NewMessage {
  messageId: string
  /** Null for a message without a contact. */
  contactId: string | null
  receiver: string
  copies: readonly string[]
  idempotencyKey: string | null
  /** Null: it is sent at once. */
  sendAt: Date | null
  tags: readonly string[]
  metadata: Readonly<Record<string, string>>
  data: MessageData
}

export interface PlacedMessage extends NewMessage {
  runId: string
  seq: number
  deliveries: number
}

/** Messages as JSON. Absent values are left out; SQL reads them as null. */
export function messagesAsJson(messages: readonly PlacedMessage[]): string {
  const rows = messages.map(message => ({
    messageId: message.messageId,
    runId: message.runId,
    seq: message.seq,
    deliveries: message.deliveries,
    receiver: message.receiver,
    contactId: message.contactId,
    copies: message.copies.length === 0 ? undefined : message.copies,
    idempotencyKey: message.idempotencyKey,
    sendAt: message.sendAt,
    tags: message.tags.length === 0 ? undefined : message.tags,
    metadata: orNothing(message.metadata),
    data: orNothing(message.data),
  }))
  return JSON.stringify(rows)
}

const orNothing = (value: object): object | undefined => (Object.keys(value).length === 0 ? undefined : value)

/**
 * The part of the statement that inserts their deliveries. Reads the text as `json`: as `jsonb` it would first be built as a whole and then
 * taken apart.
 */
export function insertOfMessages(applicationId: string, json: string, now: Date): RawBuilder<unknown> {
  return sql`
    insert into message (application_id, message_id, run_id, seq, deliveries, receiver, contact_id, copies, idempotency_key,
      created_at, send_at, tags, metadata, data)
    select ${applicationId}::uuid, "messageId", "runId", seq, deliveries, receiver, "contactId", copies, "idempotencyKey",
      ${now}::timestamptz, "sendAt", tags, metadata, data
    from json_to_recordset(${json}::json) as m("messageId" uuid, "runId" uuid, seq int, deliveries smallint,
      receiver text, "contactId" uuid, copies text[], "idempotencyKey" text, "sendAt" timestamptz, tags text[], metadata jsonb,
      data jsonb)`
}

/** Stores what else is kept about added messages; `json` holds all of them. */
export async function noteParts(
  db: Db,
  applicationId: string,
  messages: readonly PlacedMessage[],
  json: string,
): Promise<void> {
  if (json.includes(imageMark(applicationId))) await noteImages(db, applicationId, messages)
  const tagged = messages.flatMap(({ messageId, tags }) => [...new Set(tags)].map(tag => ({ messageId, tag })))
  if (tagged.length === 0) return
  await sql`
    insert into message_tag (application_id, tag, message_id)
    select ${applicationId}::uuid, tag, message_id
    from unnest(${tagged.map(({ tag }) => tag)}::text[], ${tagged.map(({ messageId }) => messageId)}::uuid[]) as t(tag, message_id)`.execute(
    db,
  )
}

const imageMark = (applicationId: string): string => `/files/${applicationId}/`

/** Records the images that messages use if no trigger of the database does: distributed tables have none (migration 0132). */
async function noteImages(db: Db, applicationId: string, messages: readonly PlacedMessage[]): Promise<void> {
  const mark = imageMark(applicationId)
  const named = messages.flatMap(({ runId, data }) => {
    const text = JSON.stringify(data)
    const parts = text.includes(mark) ? text.split(mark).slice(1) : []
    return parts.map(part => ({ runId, imageId: part.slice(0, 36) })).filter(({ imageId }) => IMAGE_ID.test(imageId))
  })
  if (named.length === 0) return
  await sql`
    insert into image_use (application_id, image_id, kind, object_id, part)
    select distinct i.application_id, i.image_id, 'run', n.run_id, -1
    from unnest(${named.map(({ imageId }) => imageId)}::uuid[], ${named.map(({ runId }) => runId)}::uuid[]) as n(image_id, run_id)
    join image i on i.application_id = ${applicationId} and i.image_id = n.image_id
    where not exists (select 1 from pg_trigger where tgname = 'note_images_of_messages')
    on conflict do nothing`.execute(db)
}

const IMAGE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The message that a delivery belongs to. */
export interface DeliveredMessage {
  messageId: string
  seq: number
  deliveries: number
  /** Empty once the person is erased. */
  receiver: string
  contactId: string | null
  data: MessageData | null
}

/** More deliveries than one message can have. */
export const DELIVERIES_MAX = 32

/** Finds messages by the seq of their first delivery, including those that begin up to DELIVERIES_MAX before. */
export async function selectMessages(
  pool: pg.Pool,
  { applicationId, runId }: { applicationId: string; runId: string },
  seqs: readonly number[],
): Promise<DeliveredMessage[]> {
  const { rows } = await pool.query<DeliveredMessage>({
    name: 'message-of-deliveries',
    text: `
      select m.message_id as "messageId", m.seq, m.deliveries, m.receiver, m.contact_id as "contactId", m.data from message m
      where m.application_id = $1 and m.run_id = $2 and m.seq = any (array(
        select distinct s from unnest($3::int[]) as d(seq), generate_series(d.seq - $4::int + 1, d.seq) s))`,
    values: [applicationId, runId, seqs, DELIVERIES_MAX],
  })
  return rows
}

/** Returns the deliveries of a batch that are still pending. */
export async function selectPending(
  pool: pg.Pool,
  {
    applicationId,
    runId,
    seqs,
    seqFrom,
    seqTo,
  }: { applicationId: string; runId: string; seqs: number[] | null; seqFrom: number | null; seqTo: number | null },
): Promise<{ seq: number; attempts: number }[]> {
  const { rows } = await pool.query<{ seq: number; attempts: number }>(
    `select seq, attempts from delivery where application_id = $1 and run_id = $2 and state = ${STATE.pending}
       and (seq between $3 and $4 or seq = any ($5::int[])) order by seq`,
    [applicationId, runId, seqFrom, seqTo, seqs ?? []],
  )
  return rows
}
