import {
  createWebhook,
  deleteWebhook,
  listWebhookAttempts,
  listWebhookEvents,
  listWebhooks,
  readWebhookAttempt,
  recoverWebhook,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@notifly/contracts/webhooks/webhooks'
import { ATTEMPT_ID, MESSAGE_ID, MOMENT, WEBHOOK_ID } from './example-ids.ts'
import { programCall } from './program-call.ts'

const SECRET = 'whsec_K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='

const SETTINGS = {
  name: 'Orders',
  webhook_url: 'https://shop.example/hooks/notifly',
  platforms: ['email' as const],
  events: [102, 104],
  description: 'Deliveries and clicks',
}

const WEBHOOK = {
  uuid: WEBHOOK_ID,
  id: WEBHOOK_ID,
  ...SETTINGS,
  status: 'active' as const,
  batch: 1,
  old_secret_until: null,
  failures: 0,
  failing_since: null,
  rests_until: null,
  last_success_on: null,
  off_since: null,
  health: [{ day: '2026-09-15', ok: 0, failed: 0 }],
  created_on: MOMENT,
  updated_on: MOMENT,
  created_by: 'Asha Raman',
}

const EXCHANGE = { ok: true, status: 200, duration_ms: 38, answer: 'ok' }
const BODY = '{"type":"contact.created","timestamp":"2026-09-21T13:33:20.000Z","data":{…}}'

const ATTEMPT = {
  uuid: ATTEMPT_ID,
  message_uuid: MESSAGE_ID,
  event: 601,
  type: 'contact.created',
  attempt: 1,
  ...EXCHANGE,
  created_on: MOMENT,
  next_on: null,
}

const WEBHOOK_FIELDS = {
  webhook_url: 'http or https, and reachable from the internet.',
  platforms: 'The channels whose messages it is told of.',
  events: 'Ids of the list of event types.',
  batch: 'More than 1: so many events come together, in `data` of one body.',
}

export const WEBHOOK_CALLS = {
  createWebhook: programCall(createWebhook, {
    title: 'Create a webhook',
    fields: WEBHOOK_FIELDS,
    description: 'Keep the secret: it is not shown again. `events` are ids of the list of events.',
    refusals: ['conflict'],
    example: { body: SETTINGS, answer: { uuid: WEBHOOK_ID, secret: SECRET } },
  }),
  listWebhooks: programCall(listWebhooks, {
    title: 'List webhooks',
    description: 'With `uuid` that one alone. `health` has the attempts of the last seven days.',
    refusals: [],
    example: { answer: [WEBHOOK] },
  }),
  updateWebhook: programCall(updateWebhook, {
    title: 'Update a webhook',
    fields: WEBHOOK_FIELDS,
    description: 'Send all fields. `status` pauses it, or turns it on again.',
    refusals: ['notFound', 'conflict'],
    example: {
      query: { uuid: WEBHOOK_ID },
      body: { ...SETTINGS, events: [102, 104, 601], status: 'active' as const },
      answer: { ...WEBHOOK, events: [102, 104, 601] },
    },
  }),
  listWebhookEvents: programCall(listWebhookEvents, {
    title: 'List event types',
    description: 'Ids never change, and none is used again for another event.',
    refusals: [],
    example: {
      answer: [
        {
          name: 'Email Events',
          items: [{ id: 101, name: 'message.sent', platform: 'email' as const, count: 0, checked: false }],
        },
      ],
    },
  }),
  testWebhook: programCall(testWebhook, {
    title: 'Send a test event',
    description: 'The example is signed as events are, and has `test: true` in `data`.',
    refusals: ['notFound'],
    example: { body: { uuid: WEBHOOK_ID, event: 601 }, answer: { ...EXCHANGE, request: BODY } },
  }),
  rotateWebhookSecret: programCall(rotateWebhookSecret, {
    title: 'Replace the secret',
    description: 'For 24 hours requests have two signatures, one by each secret.',
    refusals: ['notFound'],
    example: {
      body: { uuid: WEBHOOK_ID },
      answer: { uuid: WEBHOOK_ID, secret: SECRET, old_secret_until: MOMENT + 86_400 },
    },
  }),
  listWebhookAttempts: programCall(listWebhookAttempts, {
    title: 'List attempts',
    description: 'At most the newest 1,000. `status` is `ok` or `failed`; `from` and `to` are days.',
    refusals: ['notFound'],
    example: { query: { uuid: WEBHOOK_ID, status: 'ok' }, answer: [ATTEMPT] },
  }),
  getWebhookAttempt: programCall(readWebhookAttempt, {
    title: 'Get an attempt',
    description: 'With the body, as it would be sent now.',
    refusals: ['notFound'],
    example: {
      params: { attempt: ATTEMPT_ID },
      query: { uuid: WEBHOOK_ID },
      answer: { ...ATTEMPT, request: BODY },
    },
  }),
  replayWebhook: programCall(replayWebhook, {
    title: 'Send failed events again',
    description: 'Name an attempt, or a moment with `since`: then everything that was given up from that second on.',
    refusals: ['notFound', 'conflict'],
    example: {
      body: { uuid: WEBHOOK_ID, attempt_uuid: ATTEMPT_ID },
      answer: { count: 1, more_since: null },
    },
  }),
  recoverWebhook: programCall(recoverWebhook, {
    title: 'Send everything again',
    description: 'Each event keeps its `webhook-id`, so that receivers know what they had.',
    refusals: ['notFound', 'conflict'],
    example: { body: { uuid: WEBHOOK_ID, since: MOMENT }, answer: { count: 2, more_since: null } },
  }),
  deleteWebhook: programCall(deleteWebhook, {
    title: 'Delete a webhook',
    description: 'What waits for it is dropped.',
    refusals: ['notFound'],
    example: { query: { uuid: WEBHOOK_ID } },
  }),
}
