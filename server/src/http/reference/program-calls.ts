import { ACCESS_TOKEN_SECONDS, issueAccessToken, type IssuedToken } from '@notifly/contracts/api-keys/access-tokens'
import { sendEvent, sendEvents } from '@notifly/contracts/events/events'
import { CONTACT_CALLS, DEVICE_CALLS } from './contact-calls.ts'
import { KEY_ID } from './example-ids.ts'
import { MESSAGE_CALLS } from './message-calls.ts'
import { programCall, type ProgramCall } from './program-call.ts'
import { WEBHOOK_CALLS } from './webhook-calls.ts'

const EVENT_FIELDS = {
  external_user_id: 'Your ID of the contact, or `contact_uuid`: exactly one of them. The contact has to exist.',
  contact_uuid: 'Our ID of the contact.',
  name: 'Letters from A to Z and digits; between two of them a space, `_`, `.`, `:` or `-`.',
  properties: 'At most 50: text of up to 1,000 characters, numbers, `true` and `false`.',
  occurred_at: 'ISO 8601 with an offset, or epoch seconds. Left out: the moment of the call.',
  id: 'Of yours: an event whose `id` came before is stored once.',
}

const EVENT_CALLS = {
  sendEvent: programCall(sendEvent, {
    title: 'Send an event',
    fields: EVENT_FIELDS,
    description:
      'With an `id` of yours an event is stored once, however often it is sent: send it again whenever you are not sure that it arrived. ' +
      'IDs are known for 30 days.',
    refusals: ['notFound', 'conflict'],
    example: {
      body: {
        external_user_id: 'customer-1',
        name: 'order_completed',
        properties: { total: 49.9, currency: 'EUR', gift: false },
        occurred_at: '2026-11-20T09:30:00Z',
        id: 'order-1042',
      },
      answer: { result: 'accepted' },
    },
  }),
  sendEvents: programCall(sendEvents, {
    title: 'Send many events',
    description: 'Much faster than single calls. Results are in the order of the events.',
    refusals: [],
    example: {
      body: {
        events: [
          { external_user_id: 'customer-1', name: 'lesson_finished', properties: { minutes: 12 }, id: 'lesson-7' },
          { external_user_id: 'nobody', name: 'lesson_finished' },
        ],
      },
      answer: [
        { id: 'lesson-7', result: 'accepted' },
        {
          id: null,
          result: 'refused',
          error: {
            message: 'No contact has this external ID.',
            key: 'contacts.noExternalId',
            errors: [
              { field: 'external_user_id', message: 'No contact has this external ID.', key: 'contacts.noExternalId' },
            ],
          },
        },
      ],
    },
  }),
}

/** Has a format of its own (RFC 6749, section 5.1). */
const TOKEN: IssuedToken = {
  access_token: 'nat_AaIhZ0r4caqm_bjsp9F1OGsKp34EhOHX9Yrt7DS4uWiWddbynw',
  token_type: 'Bearer',
  expires_in: ACCESS_TOKEN_SECONDS,
  scope: 'contacts:read',
}

const TOKEN_CALLS = {
  createAccessToken: programCall(issueAccessToken, {
    title: 'Get an access token',
    description:
      'OAuth 2.0 client credentials (RFC 6749). The ID and the secret of a key stand in the body, or in the Authorization header as ' +
      'HTTP Basic. Without `scope` the token has all scopes of the key; it ends with its key. Refusals are as the RFC has them: ' +
      '`error` and `error_description`.',
    refusals: [],
    example: {
      body: {
        grant_type: 'client_credentials',
        client_id: KEY_ID,
        client_secret: 'the secret of the key',
        scope: 'contacts:read',
      },
      answer: TOKEN as never,
    },
    answerSchema: {
      type: 'object',
      required: ['access_token', 'token_type', 'expires_in', 'scope'],
      properties: {
        access_token: { type: 'string' },
        token_type: { type: 'string', const: 'Bearer' },
        expires_in: { type: 'integer', description: 'Seconds.' },
        scope: { type: 'string', description: 'Separated by blanks.' },
      },
    },
  }),
}

/** Every call for programs by its name in the document, in the order of the reference. */
export const PROGRAM_CALLS: Readonly<Record<string, ProgramCall>> = {
  ...MESSAGE_CALLS,
  ...CONTACT_CALLS,
  ...EVENT_CALLS,
  ...DEVICE_CALLS,
  ...TOKEN_CALLS,
  ...WEBHOOK_CALLS,
}
