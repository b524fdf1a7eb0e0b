/** Events of contacts: programs send them with a key, the dashboard lists them. */
import * as z from 'zod/mini'
import { externalUserId } from '../contacts/programs.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, maxCharacters, paging, search, uuid } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { fieldErrorData, said } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { eventName } from './event-name.ts'

const PATH = '/api/v1/events'

export const EVENT_PROPERTIES_MAX = 50
export const PROPERTY_VALUE_MAX = 1000
/** Name and properties of an event as JSON. */
export const EVENT_BYTES_MAX = 16_384
/** How many minutes ahead senders' clocks may be. */
export const FUTURE_MINUTES = 5

/** Null or an empty text: the property has no value. */
const value = z.nullable(
  z.union([z.string().check(maxCharacters(PROPERTY_VALUE_MAX)), z.number(), z.boolean()], sentenceKey('events.value')),
)
export type SentValue = z.infer<typeof value>

const properties = z.record(z.string(), value).check(
  z.refine(sent => Object.keys(sent).length <= EVENT_PROPERTIES_MAX, {
    error: sentenceKey('events.properties'),
    params: { maximum: EVENT_PROPERTIES_MAX },
  }),
)

/** Printable characters of any language. */
const ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,255}$/u

export const SentEvent = z
  .object({
    external_user_id: z.optional(externalUserId),
    contact_uuid: z.optional(uuid),
    name: eventName,
    properties: z.optional(properties),
    /** ISO 8601 with an offset, or epoch seconds; by default the time of the call. */
    occurred_at: z.optional(z.union([z.string().check(maxCharacters(40)), z.number()], sentenceKey('events.moment'))),
    /** The sender's own id: an event with an id that was sent before is not stored again. */
    id: z.optional(z.string(sentenceKey('events.id')).check(z.regex(ID, sentenceKey('events.id')))),
  })
  .check(
    z.refine(({ external_user_id: own, contact_uuid: ours }) => (own === undefined) !== (ours === undefined), {
      error: sentenceKey('events.oneContact'),
      path: ['external_user_id'],
    }),
  )
export type SentEvent = z.infer<typeof SentEvent>

export const EVENT_RESULTS = ['accepted', 'duplicate', 'refused'] as const

export const sendEvent = endpoint({
  call: `POST ${PATH}`,
  summary: 'Tell what a contact did; with an id of yours, the same event is stored once',
  access: 'key:events:write',
  status: 202,
  body: SentEvent,
  data: z.object({ result: z.enum(['accepted', 'duplicate']) }),
})

export const EVENT_BATCH_MAX = 1000

export const EventResult = z.object({
  /** The id that was sent with it; null if there was none. */
  id: z.nullable(z.string()),
  result: z.enum(EVENT_RESULTS),
  /** The reason of the refusal, and the fields at fault. */
  error: z.optional(z.object({ ...said, errors: z.optional(z.array(fieldErrorData)) })),
})
export type EventResult = z.infer<typeof EventResult>

export const sendEvents = endpoint({
  call: `POST ${PATH}/batch`,
  summary: `Tell up to ${EVENT_BATCH_MAX} events, each by itself: one that is refused keeps none of the others back`,
  access: 'key:events:write',
  status: 202,
  bodyLimitBytes: 4_194_304,
  body: z.object({
    events: z
      .array(z.unknown().check(z.describe('An event as POST /api/v1/events takes it. Each is judged by itself.')))
      .check(z.minLength(1, sentenceKey('fields.required')), z.maxLength(EVENT_BATCH_MAX, sentenceKey('events.batch'))),
  }),
  /** In the order of the request. */
  data: z.array(EventResult),
})

const mayRead = { activity: ACTIVITY.audience, level: 'read', scope: 'application' } as const
/** Authors of rules and goals select names and values. */
const mayName = { ...mayRead, or: { activity: ACTIVITY.segmentation, level: 'read' } } as const

/** Counts of names cover this many days, including today (UTC). */
export const COUNTED_DAYS = 30

export const EventName = z.object({
  name: z.string(),
  /** Events stored in the last COUNTED_DAYS days. */
  count: z.int(),
  first_seen_on: epochSeconds,
  last_seen_on: epochSeconds,
})
export type EventName = z.infer<typeof EventName>

export const listEventNames = endpoint({
  call: 'GET /api/events',
  summary: `Names of events with their counts of the last ${COUNTED_DAYS} days`,
  access: mayName,
  query: z.object({
    ...paging,
    search,
    sort: z.optional(z.enum(['name', '-name', 'count', '-count', 'last_seen_on', '-last_seen_on'])),
  }),
  data: z.array(EventName),
  paged: true,
})

/** How many of a name's newest events are read for the frequency of its properties and their frequent values. */
export const EVENTS_LOOKED_AT = 5000
export const EXAMPLES_MAX = 10

export const EventProperty = z.object({
  name: z.string(),
  /** The type that all values so far fit. */
  type: z.enum(['text', 'number', 'boolean', 'date']),
  /** Among the events that were read: those that have the property. */
  count: z.int(),
  /** Frequent values, the most frequent first. */
  examples: z.array(z.object({ value: z.string(), count: z.int() })),
})
export type EventProperty = z.infer<typeof EventProperty>

export const EventNameDetails = z.object({
  ...EventName.shape,
  /** From how many of the newest events counts and examples of properties are taken. */
  looked_at: z.int(),
  properties: z.array(EventProperty),
})
export type EventNameDetails = z.infer<typeof EventNameDetails>

export const readEventName = endpoint({
  call: 'GET /api/events/{name}',
  summary: 'One name of events with its properties, their types and frequent values',
  access: mayName,
  params: z.object({ name: eventName }),
  data: EventNameDetails,
})

export const ContactEvent = z.object({
  uuid,
  name: z.string(),
  occurred_on: epochSeconds,
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type ContactEvent = z.infer<typeof ContactEvent>

export const listContactEvents = endpoint({
  call: 'GET /api/audience/{uuid}/events',
  summary: 'What a contact did, newest first',
  access: mayRead,
  params: z.object({ uuid }),
  query: z.object({ ...paging, name: z.optional(eventName) }),
  data: z.array(ContactEvent),
  paged: true,
})
