/**
 * The calls of sites' scripts, their workers and mobile apps: public, small, form-encoded so that browsers need no preflight. Only pages of
 * the site's own origin can read the answers.
 */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { EVENT_BYTES_MAX } from '../events/events.ts'
import { eventName } from '../events/event-name.ts'
import { maxCharacters, text, uuid } from '../fields.ts'
import { PROMPT_TYPES, PromptPreferences } from './prompts.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { browserSubscription, endpointAddress } from './subscription.ts'

/** A hundredth of this would be enough; the limit keeps out junk. */
const CALL_BYTES = 16_384

/** What a site's script needs to know. */
export const SdkConfig = z.object({
  app_id: uuid,
  site_name: z.string(),
  icon_url: z.nullable(z.string()),
  /** The public VAPID key of the site (RFC 8292), base64url. */
  application_server_key: z.string(),
  /** A browser that lost its subscription without unsubscribing gets a new one without asking. */
  auto_re_subscribe: z.boolean(),
  /** Path of the worker on the site, and its scope. */
  worker: z.object({ path: z.string(), scope: z.string() }),
  prompt_preferences: PromptPreferences,
  /** Whether the push service has ended the subscription of the calling browser, which then needs a new one. */
  is_gone: z.boolean(),
  /** Data for asking in Safari 7 to 15; absent if the site does not support these. */
  legacy_safari: z.optional(z.object({ website_push_id: z.string(), web_service_url: z.string() })),
})
export type SdkConfig = z.infer<typeof SdkConfig>

/** The endpoint of a subscription, or Apple's id of a Safari without standard web push. */
const deviceAddress = z.union([
  endpointAddress,
  z.string().check(z.regex(/^[0-9a-fA-F]{64,200}$/, sentenceKey('fields.format'))),
])

export const SDK_EVENTS = ['delivered', 'clicked', 'dismissed', 'action'] as const
export type SdkEvent = (typeof SDK_EVENTS)[number]

export const readSdkScript = endpoint({
  call: 'GET /sdk/v1/notifly.js',
  summary: 'The script that a site includes',
  access: 'public',
  raw: { types: ['text/javascript'] },
})

export const readSdkWorker = endpoint({
  call: 'GET /sdk/v1/worker.js',
  summary: "What a site's worker imports; `app` is the application",
  access: 'public',
  query: z.object({ app: z.optional(z.string()) }),
  raw: { types: ['text/javascript'] },
})

export const readSdkConfig = endpoint({
  call: 'GET /sdk/v1/config/{app_id}',
  summary: "A site's settings for its script",
  access: 'public',
  params: z.object({ app_id: z.string() }),
  /** The id that `subscribe` returned to the calling browser. */
  query: z.object({ device: z.optional(z.string()) }),
  data: SdkConfig,
})

export const subscribeBrowser = endpoint({
  call: 'POST /sdk/v1/subscribe',
  summary:
    'A visitor has subscribed, or is still subscribed; `previous` is the endpoint that this one replaces. 410 for one that its push service has ended',
  access: 'public',
  bodyLimitBytes: CALL_BYTES,
  body: z.object({
    app_id: uuid,
    ...browserSubscription,
    previous: z.optional(deviceAddress),
    language: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{2,35}$/, sentenceKey('fields.format')))),
    timezone: z.optional(z.string().check(z.maxLength(60, sentenceKey('fields.format')))),
    /** The prompt that the visitor answered; absent if the site asked with its own, or did not ask. */
    prompt: z.optional(z.enum(PROMPT_TYPES, sentenceKey('fields.format'))),
  }),
  data: z.object({ device_id: uuid, is_new: z.boolean() }),
})

export const unsubscribeBrowser = endpoint({
  call: 'POST /sdk/v1/unsubscribe',
  summary: 'A visitor has left; unknown endpoints are answered alike',
  access: 'public',
  bodyLimitBytes: CALL_BYTES,
  body: z.object({ app_id: uuid, endpoint: deviceAddress }),
})

/** Signature of an external id, made by the site. */
const proof = z.string(sentenceKey('fields.required')).check(z.regex(/^[0-9a-f]{64}$/i, sentenceKey('fields.format')))

export const identifyBrowser = endpoint({
  call: 'POST /sdk/v1/identify',
  summary:
    'Ties a browser to a contact; `proof` is the HMAC-SHA-256 of the external id, made by the site with its identity key',
  access: 'public',
  bodyLimitBytes: CALL_BYTES,
  body: z.object({
    app_id: uuid,
    endpoint: deviceAddress,
    external_user_id: text(200),
    proof,
  }),
})

/** The most that a page can send while its visitor leaves it. */
const TRACK_BYTES = 65_536

export const TrackedEvent = z.object({
  external_user_id: text(200),
  proof,
  name: eventName,
  /** A JSON object: names with texts, numbers or booleans. */
  properties: z.optional(z.string().check(maxCharacters(EVENT_BYTES_MAX))),
})
export type TrackedEvent = z.infer<typeof TrackedEvent>

export const trackVisitor = endpoint({
  call: 'POST /sdk/v1/track',
  summary: 'What an identified visitor did; kept as an event of their contact',
  access: 'public',
  bodyLimitBytes: TRACK_BYTES,
  body: z.object({ app_id: uuid, ...TrackedEvent.shape }),
})

export const reportPushEvent = endpoint({
  call: 'POST /sdk/v1/event',
  summary: 'What became of a notification, by the token that came with it',
  access: 'public',
  bodyLimitBytes: CALL_BYTES,
  body: z.object({
    token: z.string(sentenceKey('fields.required')).check(z.maxLength(200, sentenceKey('fields.format'))),
    event: z.enum(SDK_EVENTS, sentenceKey('fields.format')),
    /** For an action: the button. */
    action: z.optional(z.string().check(z.maxLength(100, sentenceKey('fields.format')))),
  }),
})
