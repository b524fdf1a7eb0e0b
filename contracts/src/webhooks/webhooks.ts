/** Webhooks: endpoints of customers that Notifly calls when something happens, with HTTP requests signed according to Standard Webhooks. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, epochSeconds, oneLine, paging, search, text, uuid } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { WEBHOOK_EVENTS, webhookEvent } from './events.ts'

/** Per application. */
export const WEBHOOKS_MAX = 20
/** The most events in one request. */
export const WEBHOOK_BATCH_MAX = 100
/** How long requests are also signed with the old secret. */
export const WEBHOOK_ROTATION_HOURS = 24

/** paused: by the team. gone: the endpoint answered 410. failing: five days without a success. */
export const WEBHOOK_STATUSES = ['active', 'paused', 'gone', 'failing'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

const eventId = z
  .int(sentenceKey('webhooks.event'))
  .check(z.refine(id => webhookEvent(id) !== undefined, sentenceKey('webhooks.event')))

/** Days that the health of a webhook covers, including today. */
export const WEBHOOK_HEALTH_DAYS = 7

export const Webhook = z.object({
  uuid,
  /** The same as `uuid`. */
  id: uuid,
  name: z.string(),
  status: z.enum(WEBHOOK_STATUSES),
  platforms: z.array(z.enum(CHANNELS)),
  webhook_url: z.string(),
  /** Ids of `GET /api/webhook/event`. */
  events: z.array(z.int()),
  description: z.string(),
  batch: z.int(),
  /** Until when requests are also signed with the previous secret; null: they are not. */
  old_secret_until: z.nullable(epochSeconds),
  /** Failed attempts since the last success. */
  failures: z.int(),
  failing_since: z.nullable(epochSeconds),
  /** After many failures, nothing is sent until then. */
  rests_until: z.nullable(epochSeconds),
  last_success_on: z.nullable(epochSeconds),
  /** Since when it is off; null: it is on. */
  off_since: z.nullable(epochSeconds),
  /** Attempts of the last seven days in the application's time zone, oldest day first. */
  health: z.array(z.object({ day: calendarDay, ok: z.int(), failed: z.int() })),
  created_on: epochSeconds,
  updated_on: epochSeconds,
  /** Null if the account was deleted. */
  created_by: z.nullable(z.string()),
})
export type Webhook = z.infer<typeof Webhook>

const may = (level: 'read' | 'create' | 'update' | 'delete') =>
  ({ activity: ACTIVITY.webhook, level, scope: 'application' }) as const

const URL_MAX = 2000

/** An http or https URL without user name or fragment. */
function isEndpointUrl(value: string): boolean {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.hostname !== '' && url.username === '' && url.password === '' && url.hash === ''
}

const fields = {
  name: text(60).check(z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, sentenceKey('fields.oneLine'))),
  webhook_url: text(URL_MAX).check(z.refine(isEndpointUrl, sentenceKey('webhooks.url'))),
  platforms: z._default(z.array(z.enum(CHANNELS)).check(z.maxLength(CHANNELS.length)), []),
  events: z
    .array(eventId, sentenceKey('webhooks.events'))
    .check(z.minLength(1, sentenceKey('webhooks.events')), z.maxLength(WEBHOOK_EVENTS.length)),
  description: z._default(oneLine(300), ''),
  /** More than 1: one request has up to this many events, in `data`. */
  batch: z._default(
    z
      .int(sentenceKey('fields.format'))
      .check(z.minimum(1, sentenceKey('fields.atLeast')), z.maximum(WEBHOOK_BATCH_MAX, sentenceKey('fields.atMost'))),
    1,
  ),
}

export const listWebhooks = endpoint({
  call: 'GET /api/webhook',
  summary: "The application's webhooks, newest first, or the one that is named; never their secrets",
  access: may('read'),
  query: z.object({ uuid: z.optional(uuid), search, ...paging }),
  data: z.array(Webhook),
  paged: true,
})

export const createWebhook = endpoint({
  call: 'POST /api/webhook',
  summary: 'Create a webhook; its secret is shown in this answer and never again',
  access: may('create'),
  status: 201,
  body: z.object(fields),
  data: z.object({ uuid, secret: z.string() }),
})

export const updateWebhook = endpoint({
  call: 'PUT /api/webhook',
  summary: 'Change a webhook, pause it, or turn it on again',
  access: may('update'),
  query: z.object({ uuid }),
  body: z.object({ ...fields, status: z.optional(z.enum(['active', 'paused'])) }),
  data: Webhook,
})

export const deleteWebhook = endpoint({
  call: 'DELETE /api/webhook',
  summary: 'Delete a webhook with its attempts; what waits for it is dropped',
  access: may('delete'),
  query: z.object({ uuid }),
  message: 'webhooks.deleted',
})

export const listWebhookEvents = endpoint({
  call: 'GET /api/webhook/event',
  summary: 'What webhooks can be told, in groups; counts are those of the webhooks that are told',
  access: may('read'),
  query: z.object({ uuid: z.optional(uuid) }),
  data: z.array(
    z.object({
      name: z.string(),
      items: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          /** Null for events that are not about messages. */
          platform: z.nullable(z.enum(CHANNELS)),
          /** Webhooks of the application that get the event. */
          count: z.int(),
          /** Whether the webhook of the query gets the event. */
          checked: z.boolean(),
        }),
      ),
    }),
  ),
})

/** Result of one request. */
const exchange = {
  ok: z.boolean(),
  /** HTTP status; 0: there was no answer. */
  status: z.int(),
  duration_ms: z.int(),
  /** The answer, up to 16 KB; without an answer, the reason. */
  answer: z.string(),
}

export const testWebhook = endpoint({
  call: 'POST /api/webhook/test',
  summary: 'Send an example of an event now, and answer what came back; it is no attempt and is not tried again',
  access: may('update'),
  body: z.object({ uuid, event: eventId }),
  data: z.object({ ...exchange, request: z.string() }),
})

export const rotateWebhookSecret = endpoint({
  call: 'POST /api/webhook/rotate',
  summary: 'Give a webhook a new secret, shown in this answer and never again; both sign for 24 hours',
  access: may('update'),
  body: z.object({ uuid }),
  data: z.object({ uuid, secret: z.string(), old_secret_until: epochSeconds }),
})

export const WebhookAttempt = z.object({
  uuid,
  /** The value of `webhook-id`, the same for all attempts of an event. */
  message_uuid: uuid,
  event: z.int(),
  /** Name of the event. */
  type: z.string(),
  /** Number of the attempt, from 1. */
  attempt: z.int(),
  ...exchange,
  created_on: epochSeconds,
  /** When the next attempt is; null: there is none. */
  next_on: z.nullable(epochSeconds),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

/** At most this many attempts are counted and listed: X-Notifly-Reaches-To then says how far back the list goes. */
export const WEBHOOK_ATTEMPTS_MAX = 1000

export const listWebhookAttempts = endpoint({
  call: 'GET /api/webhook/attempts',
  summary: 'Attempts to tell a webhook, newest first',
  access: may('read'),
  query: z.object({
    uuid,
    status: z.optional(z.enum(['ok', 'failed'])),
    /** Id of the event. */
    event: z.optional(
      z.coerce.number().check(z.refine(id => webhookEvent(id) !== undefined, sentenceKey('webhooks.event'))),
    ),
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
    ...paging,
  }),
  data: z.array(WebhookAttempt),
  paged: true,
})

export const readWebhookAttempt = endpoint({
  call: 'GET /api/webhook/attempts/{attempt}',
  summary: 'One attempt with the body as it would be sent now; erased contacts are no longer in it',
  access: may('read'),
  params: z.object({ attempt: uuid }),
  query: z.object({ uuid }),
  data: z.object({ ...WebhookAttempt.shape, request: z.nullable(z.string()) }),
})

/** The most events that one call sends again, oldest first. */
export const WEBHOOK_AGAIN_MAX = 100_000

/** How many events are sent again. */
const again = z.object({
  count: z.int(),
  /** There are more from this second on: repeat the call with it as `since`. Null: these are all. */
  more_since: z.nullable(epochSeconds),
})

export const replayWebhook = endpoint({
  call: 'POST /api/webhook/replay',
  summary: 'Send again: the event of one attempt, or all that were given up since a moment',
  access: may('update'),
  body: z.object({ uuid, attempt_uuid: z.optional(uuid), since: z.optional(epochSeconds) }),
  data: again,
})

export const recoverWebhook = endpoint({
  call: 'POST /api/webhook/recover',
  summary: 'Send again everything since a moment, also what arrived; each with the id that it had',
  access: may('update'),
  body: z.object({ uuid, since: epochSeconds }),
  data: again,
})
