import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, maxCharacters, paging, search, text, uuid } from '../fields.ts'
import { pendingApproval, reopening } from '../approvals/holding.ts'
import { KEY_SCOPES, USABLE_KEY_SCOPES } from './scopes.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const ApiKey = z.object({
  client_id: uuid,
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** Requests per second; bursts may have twice as many. */
  rate_limit: z.int(),
  /** Until when the previous secret is accepted; null: it is not. */
  old_secret_until: z.nullable(epochSeconds),
  /** Null: never used. */
  last_used_on: z.nullable(epochSeconds),
  created_on: epochSeconds,
  /** Null if the account was deleted. */
  created_by: z.nullable(z.string()),
  ...pendingApproval,
})
export type ApiKey = z.infer<typeof ApiKey>

export const listApiKeys = endpoint({
  call: 'GET /authP/user/licenses',
  summary: "The application's keys, newest first; never their secrets",
  access: { activity: ACTIVITY.keys, level: 'read', scope: 'application' },
  query: z.object({ ...paging, search }),
  data: z.array(ApiKey),
  paged: true,
})

/** Requests per second with one key. */
export const KEY_RATE = { least: 1, usual: 100, most: 1000 }

const SCOPES_SENTENCE = sentenceKey('apiKeys.scopes')

const keyFields = {
  name: text(60).check(z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, sentenceKey('fields.oneLine'))),
  scopes: z.array(z.enum(USABLE_KEY_SCOPES), SCOPES_SENTENCE).check(z.minLength(1, SCOPES_SENTENCE), z.maxLength(20)),
  rate_limit: z._default(
    z
      .int(sentenceKey('fields.format'))
      .check(
        z.minimum(KEY_RATE.least, sentenceKey('fields.atLeast')),
        z.maximum(KEY_RATE.most, sentenceKey('fields.atMost')),
      ),
    KEY_RATE.usual,
  ),
  ...reopening,
}

export const createApiKey = endpoint({
  call: 'POST /authP/user/licenses',
  summary: 'Create a key of the application; its secret is shown by getclientsecret',
  access: { activity: ACTIVITY.keys, level: 'create', scope: 'application' },
  status: 201,
  held: true,
  body: z.object({
    ...keyFields,
    /** If given, the active application's: a key belongs to one application. */
    application_uuid: z.optional(uuid),
  }),
  data: ApiKey,
})

export const updateApiKey = endpoint({
  call: 'PUT /authP/user/licenses',
  summary: 'Change the name, the scopes and the limit of a key; its ID and secret stay',
  access: { activity: ACTIVITY.keys, level: 'create', scope: 'application' },
  held: true,
  body: z.object({ client_id: uuid, ...keyFields }),
  data: ApiKey,
})

export const deleteApiKey = endpoint({
  call: 'DELETE /authP/user/licenses',
  summary: 'Delete a key; programs that use it are refused from then on',
  access: { activity: ACTIVITY.keys, level: 'delete', scope: 'application' },
  held: true,
  query: z.object({ client_id: uuid, ...reopening }),
  message: 'apiKeys.deleted',
})

/** How many hours the old secret of a key may stay valid beside a new one. */
export const ROTATION_HOURS = { least: 0, usual: 24, most: 168 }

export const rotateClientSecret = endpoint({
  call: 'POST /authP/user/licenses/rotate',
  summary:
    'Give a key a new secret, shown by getclientsecret; the old one is accepted for as long as is asked, one from before ends at once',
  access: { activity: ACTIVITY.keys, level: 'create', scope: 'application' },
  body: z.object({
    client_id: uuid,
    old_secret_hours: z._default(
      z
        .int(sentenceKey('fields.format'))
        .check(
          z.minimum(ROTATION_HOURS.least, sentenceKey('fields.atLeast')),
          z.maximum(ROTATION_HOURS.most, sentenceKey('fields.atMost')),
        ),
      ROTATION_HOURS.usual,
    ),
    password: z.optional(z.string().check(maxCharacters(200))),
  }),
  data: ApiKey,
})

export const endOldSecret = endpoint({
  call: 'POST /authP/user/licenses/rotate/end',
  summary: 'End the old secret of a key before its time; nothing happens where it has ended',
  access: { activity: ACTIVITY.keys, level: 'create', scope: 'application' },
  body: z.object({ client_id: uuid }),
  data: ApiKey,
})

export const readClientSecret = endpoint({
  call: 'POST /authP/user/licenses/getclientsecret',
  summary: 'The secret of a key, for somebody who may create keys and has just confirmed who they are',
  access: { activity: ACTIVITY.keys, level: 'create', scope: 'application' },
  body: z.object({
    client_id: uuid,
    password: z.optional(z.string().check(maxCharacters(200))),
  }),
  data: z.object({ client_secret: z.string() }),
})
