/** The log: exchanges with providers and endpoints, incoming reports, and calls by programs. All secrets are masked. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds, maxCharacters, paging, search, uuid } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'

/**
 * outgoing: to providers. incoming: reports and hooks. api: calls with a key. webhook: attempts to call endpoints. test: test messages and
 * connection tests.
 */
export const LOG_KINDS = ['outgoing', 'incoming', 'api', 'webhook', 'test'] as const
export type LogKind = (typeof LOG_KINDS)[number]

/** How an exchange ended; `failed`: without a status that says how. */
export const LOG_RESULTS = ['ok', '4xx', '5xx', 'failed'] as const
export type LogResult = (typeof LOG_RESULTS)[number]

/** At most this many entries are counted and listed: X-Notifly-Reaches-To then says how far back the list goes. */
export const LOG_COUNTED_MAX = 1000
/**
 * Filters without an index search only this many of the newest entries that match the other filters: words, an address that many entries
 * have, other filters together with a receiver or a key. The same header says how far back that goes, X-Notifly-Goes-On-Before how to
 * continue.
 */
export const LOG_SEARCHED_MAX = 5000

export const LogEntry = z.object({
  id: uuid,
  endPoint: z.string(),
  /** Method of HTTP, or SMTP; empty for neither. */
  methodType: z.string(),
  /** HTTP status, or SMTP code of a refusal; 0: none. */
  status: z.int(),
  created_on: epochSeconds,
  current_status: z.string(),
  source: z.string(),
  receiver: z.string(),
  /** Lists cut these two. */
  channel_response: z.string(),
  payload: z.string(),
  kind: z.enum(LOG_KINDS),
  channel: z.nullable(z.enum(CHANNELS)),
  result: z.enum(LOG_RESULTS),
  /** How many exchanges the entry counts: similar ones can share an entry. */
  times: z.int(),
  run: z.nullable(z.object({ uuid, name: z.string(), channel: z.enum(CHANNELS) })),
  /** Id of the recipient within the run. */
  recipient_uuid: z.nullable(z.string()),
  contact_uuid: z.nullable(uuid),
  /** The name is empty if the key was deleted. */
  key: z.nullable(z.object({ uuid, name: z.string() })),
})
export type LogEntry = z.infer<typeof LogEntry>

const access = { activity: ACTIVITY.deliveryListing, level: 'read', scope: 'application' } as const

export const listLogs = endpoint({
  call: 'GET /api/logs',
  summary: 'What was said to providers, what they reported, calls by keys and attempts of webhooks, newest first',
  access,
  query: z.object({
    kind: z.optional(z.enum(LOG_KINDS)),
    channel: z.optional(z.enum(CHANNELS)),
    status: z.optional(z.enum(LOG_RESULTS)),
    /** Start of an address. */
    endpoint: z.optional(z.string().check(z.trim(), maxCharacters(500))),
    /** A whole address; case is ignored. */
    receiver: z.optional(z.string().check(z.trim(), maxCharacters(320))),
    key: z.optional(uuid),
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
    /** Only entries older than this one. */
    before: z.optional(uuid),
    search,
    ...paging,
  }),
  data: z.array(LogEntry),
  paged: true,
})

export const readLog = endpoint({
  call: 'GET /api/logs/{id}',
  summary: 'One entry of the log with its bodies',
  access,
  params: z.object({ id: uuid }),
  data: LogEntry,
})
