/** Single messages that programs send with a key of the application. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { Attachment, ATTACHMENTS_MAX } from '../campaigns/content.ts'
import { externalUserId } from '../contacts/programs.ts'
import { endpoint } from '../endpoint.ts'
import { email, epochSeconds, maxCharacters, uuid } from '../fields.ts'
import { DELIVERY_STATUSES, TrailEvent } from '../runs/deliveries.ts'
import { fieldErrorData, said, sentenceData } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { MESSAGE_CONTENT } from './content.ts'

const PATH = '/api/v1/messages'

/**
 * The rules that it follows: both kinds respect bounces, complaints and erasure; marketing also respects consent, topics, quiet hours and
 * frequency caps.
 */
export const MESSAGE_PURPOSES = ['transactional', 'marketing'] as const

/** How far ahead `send_at` may be. */
export const SEND_AT_DAYS_MAX = 30
export const MERGE_BYTES_MAX = 65_536
/** Maximum nesting of lists and objects. */
export const MERGE_DEPTH_MAX = 8
export const METADATA_MAX = 50
export const METADATA_BYTES_MAX = 4096
export const MESSAGE_TAGS_MAX = 10
export const CC_MAX = 10
export const HEADERS_MAX = 20

/** Printable ASCII characters, which are safe in headers. */
export const IDEMPOTENCY_KEY = /^[ -~]{1,255}$/

/** Our id or the owner's id of the contact, or an address: an email address, or a phone number with + and country code. */
const to = z.union(
  [
    z.string().check(z.trim(), z.minLength(1, sentenceKey('fields.required')), maxCharacters(255)),
    z.object({ contact_uuid: uuid }),
    z.object({ external_user_id: externalUserId }),
  ],
  sentenceKey('messages.to'),
)

const TAG = /^[A-Za-z0-9_-]{1,50}$/
const tag = z.string(sentenceKey('messages.tag')).check(z.regex(TAG, sentenceKey('messages.tag')))

const metadata = z
  .record(
    z.string().check(z.minLength(1, sentenceKey('fields.format')), z.maxLength(50, sentenceKey('fields.format'))),
    z.string(sentenceKey('messages.metadata')).check(maxCharacters(500)),
  )
  .check(
    z.refine(sent => Object.keys(sent).length <= METADATA_MAX, {
      error: sentenceKey('messages.metadataKeys'),
      params: { maximum: METADATA_MAX },
    }),
  )

const shared = {
  to,
  /** Name or uuid of a template of the channel; for WhatsApp the name of an approved one. */
  template: z.optional(z.string().check(z.trim(), z.minLength(1, sentenceKey('fields.required')), maxCharacters(512))),
  /** Values for merge fields, which take precedence over the contact's own: texts, numbers, booleans, and lists and objects of these. */
  merge: z.optional(z.record(z.string(), z.unknown())),
  class: z.optional(z.enum(MESSAGE_PURPOSES, sentenceKey('messages.class'))),
  /** A topic's uuid: contacts who left it get no marketing messages of that topic. */
  topic: z.optional(uuid),
  /** Returned with the message and in webhooks. */
  metadata: z.optional(metadata),
  /** For finding messages. */
  tags: z.optional(z.array(tag).check(z.maxLength(MESSAGE_TAGS_MAX, sentenceKey('messages.tags')))),
  /** ISO 8601 with an offset, or epoch seconds; at most SEND_AT_DAYS_MAX days ahead. Absent: at once. */
  send_at: z.optional(z.union([z.string().check(maxCharacters(40)), z.number()], sentenceKey('messages.sendAt'))),
  /** If `to` is an address: find the contact with it, or create one. */
  create_contact: z.optional(z.boolean()),
}

/** Only for emails. */
const ofEmail = {
  cc: z.optional(z.array(email).check(z.maxLength(CC_MAX, sentenceKey('messages.cc')))),
  reply_to: z.optional(email),
  /** `X-` headers, `References`, `In-Reply-To`, `Importance`, `Priority`, `Auto-Submitted` and `List-Id`. */
  headers: z.optional(
    z
      .record(
        z.string().check(z.maxLength(76, sentenceKey('messages.header'))),
        z.string().check(maxCharacters(900), z.regex(/^[\x20-\x7e]*$/, sentenceKey('messages.headerValue'))),
      )
      .check(
        z.refine(sent => Object.keys(sent).length <= HEADERS_MAX, {
          error: sentenceKey('messages.headers'),
          params: { maximum: HEADERS_MAX },
        }),
      ),
  ),
  attachments: z.optional(z.array(Attachment).check(z.maxLength(ATTACHMENTS_MAX, sentenceKey('fields.attachments')))),
}

const emailOnly = z.optional(z.never(sentenceKey('messages.emailOnly')))
const notOfEmail = { cc: emailOnly, reply_to: emailOnly, headers: emailOnly, attachments: emailOnly }

/** A message to be sent. */
export const SentMessage = z.discriminatedUnion(
  'channel',
  [
    z.object({ channel: z.literal('email'), ...shared, content: z.optional(MESSAGE_CONTENT.email), ...ofEmail }),
    z.object({ channel: z.literal('sms'), ...shared, content: z.optional(MESSAGE_CONTENT.sms), ...notOfEmail }),
    z.object({
      channel: z.literal('whatsapp'),
      ...shared,
      content: z.optional(MESSAGE_CONTENT.whatsapp),
      ...notOfEmail,
    }),
    z.object({ channel: z.literal('webpush'), ...shared, content: z.optional(MESSAGE_CONTENT.webpush), ...notOfEmail }),
    z.object({
      channel: z.literal('mobilepush'),
      ...shared,
      content: z.optional(MESSAGE_CONTENT.mobilepush),
      ...notOfEmail,
    }),
  ],
  sentenceKey('messages.channel'),
)
export type SentMessage = z.infer<typeof SentMessage>

const status = z.enum(DELIVERY_STATUSES)

/** `pending`, or `scheduled` if it waits for `send_at`. */
export const AcceptedMessage = z.object({ id: uuid, status })
export type AcceptedMessage = z.infer<typeof AcceptedMessage>

export const MESSAGE_BYTES_MAX = 4_194_304

export const sendMessage = endpoint({
  call: `POST ${PATH}`,
  summary: 'Send one message; once it is answered with 202 it is stored',
  access: 'key:messages:send',
  status: 202,
  idempotent: true,
  bodyLimitBytes: MESSAGE_BYTES_MAX,
  body: SentMessage,
  data: AcceptedMessage,
})

export const MESSAGE_BATCH_MAX = 1000

export const MessageResult = z.object({
  /** Null if it was refused. */
  id: z.nullable(uuid),
  status: z.enum([...DELIVERY_STATUSES, 'refused']),
  /** The reason of the refusal, and the fields at fault. */
  error: z.optional(z.object({ ...said, errors: z.optional(z.array(fieldErrorData)) })),
})
export type MessageResult = z.infer<typeof MessageResult>

export const sendMessages = endpoint({
  call: 'POST /api/v1/messages/batch',
  summary: `Send up to ${MESSAGE_BATCH_MAX} messages, each by itself: one that is refused keeps none of the others back`,
  access: 'key:messages:send',
  status: 202,
  idempotent: true,
  bodyLimitBytes: 8_388_608,
  body: z.object({
    messages: z
      .array(z.unknown().check(z.describe('A message as POST /api/v1/messages takes it. Each is judged by itself.')))
      .check(
        z.minLength(1, sentenceKey('fields.required')),
        z.maxLength(MESSAGE_BATCH_MAX, sentenceKey('messages.batch')),
      ),
  }),
  /** In the order of the request. */
  data: z.array(MessageResult),
})

export const Message = z.object({
  id: uuid,
  channel: z.enum(CHANNELS),
  /** The address, or for a notification the contact's uuid; null if the person was erased. */
  to: z.nullable(z.string()),
  /** Null: the message has no contact. */
  contact_uuid: z.nullable(uuid),
  /** Null: it has content of its own. */
  template: z.nullable(z.object({ name: z.string(), uuid: z.nullable(uuid), version: z.nullable(z.int()) })),
  class: z.enum(MESSAGE_PURPOSES),
  topic: z.nullable(uuid),
  status,
  /** Name of the reason why it was not delivered, and the same as English text. */
  reason: z.nullable(z.string()),
  reason_text: z.nullable(z.string()),
  reason_text_sentence: z.nullable(sentenceData),
  attempts: z.int(),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  /** The Idempotency-Key of its call. */
  idempotency_key: z.nullable(z.string()),
  created_on: epochSeconds,
  /** Null: at once. */
  send_at: z.nullable(epochSeconds),
})
export type Message = z.infer<typeof Message>

export const MessageDetails = z.object({
  ...Message.shape,
  /** Everything that happened to it, oldest first. */
  events: z.array(TrailEvent),
})
export type MessageDetails = z.infer<typeof MessageDetails>

const params = z.object({ id: uuid })

export const readMessage = endpoint({
  call: `GET ${PATH}/{id}`,
  summary: 'One message with its status, its reason and everything that happened to it',
  access: 'key:messages:read',
  params,
  data: MessageDetails,
})

export const cancelMessage = endpoint({
  call: `DELETE ${PATH}/{id}`,
  summary: 'Cancel a message that waits for send_at',
  access: 'key:messages:send',
  params,
  data: AcceptedMessage,
})

export const MESSAGES_LIMIT_MAX = 100

export const listMessages = endpoint({
  call: `GET ${PATH}`,
  summary: 'Messages, newest first',
  access: 'key:messages:read',
  query: z.object({
    limit: z._default(
      z.coerce
        .number(sentenceKey('fields.format'))
        .check(
          z.int(sentenceKey('fields.format')),
          z.minimum(1, sentenceKey('fields.atLeast')),
          z.maximum(MESSAGES_LIMIT_MAX, sentenceKey('fields.atMost')),
        ),
      20,
    ),
    /** `next` of the previous page. */
    cursor: z.optional(uuid),
    /** The Idempotency-Key of their call. */
    key: z.optional(z.string().check(z.regex(IDEMPOTENCY_KEY, sentenceKey('messages.key')))),
    tag: z.optional(tag),
    /** As in a message's `to`: our id or the owner's id of the contact, or the address. */
    to: z.optional(z.string().check(z.trim(), z.minLength(1, sentenceKey('fields.required')), maxCharacters(255))),
    status: z.optional(status),
    channel: z.optional(z.enum(CHANNELS)),
  }),
  data: z.object({
    messages: z.array(Message),
    /** The `cursor` of the next page; null: this is the last one. */
    next: z.nullable(uuid),
  }),
})
