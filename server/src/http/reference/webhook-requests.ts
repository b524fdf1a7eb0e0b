/** Requests that the product makes: `webhooks` of the document (OpenAPI 3.1), one for each event name. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { WEBHOOK_EVENTS } from '@notifly/contracts/webhooks/events'

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const HEADERS = [
  header('webhook-id', 'The same for all attempts of an event.', '0199a1c0-5a7e-7c31-8b0e-2f6f0f6d8a11'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', '1790000000'),
  header(
    'webhook-signature',
    'One or several signatures, separated by blanks (Standard Webhooks, v1).',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const nullable = (type: string) => ({ type: [type, 'null'] })

const text = { type: 'string' }
const number = { type: 'integer' }
const uuid = { type: 'string', format: 'uuid' }

const CONTACT = {
  type: 'object',
  description: 'Of one that is gone the ID alone.',
  required: ['uuid'],
  properties: { uuid, external_user_id: nullable('string') },
}

const MESSAGE = {
  channel: { enum: CHANNELS },
  message_uuid: text,
  run_uuid: uuid,
  message: {
    type: 'object',
    description: 'Of messages that were sent by POST /api/v1/messages.',
    properties: {
      id: uuid,
      tags: { type: 'array', items: text },
      metadata: { type: 'object', additionalProperties: text },
    },
  },
  campaign: { type: ['object', 'null'], properties: { uuid, name: text } },
  contact: { ...CONTACT, type: ['object', 'null'] },
  to: nullable('string'),
  reason: nullable('string'),
  link: { type: ['object', 'null'], properties: { number, url: nullable('string') } },
}

const thing = (properties: Record<string, unknown>) => ({
  type: 'object',
  description: 'As it is when the request is made; of one that is gone the ID alone.',
  required: ['uuid'],
  properties: { uuid, ...properties },
})

/** What `data` holds, by the first word of the event's name. */
const DATA: Record<string, Record<string, unknown>> = {
  message: MESSAGE,
  contact: {
    contact: thing({
      external_user_id: nullable('string'),
      email: nullable('string'),
      phone_number: nullable('string'),
      country: nullable('string'),
      lang: nullable('string'),
      timezone: nullable('string'),
      is_test: { type: 'boolean' },
      merge_fields: { type: ['object', 'null'], description: 'Null if they take more than 48 KB.' },
    }),
  },
  campaign: { campaign: thing({ name: text, channel: { enum: CHANNELS }, status: text }) },
  approval: { approval: thing({ activity_id: number, action: text, title: text, status: nullable('string') }) },
  import: {
    import: thing({
      kind: text,
      status: text,
      file_name: nullable('string'),
      segment_uuid: nullable('string'),
      rows: number,
      new: number,
      updated: number,
      rejected: number,
    }),
  },
}

const TEST = { const: true, description: 'Of examples that POST /api/webhook/test sends.' }
const HAPPENED = { type: 'string', format: 'date-time', description: 'When it happened.' }

export function webhookRequests(): Record<string, unknown> {
  const names = [...new Set(WEBHOOK_EVENTS.map(({ name }) => name))]
  const alone = names.map(name => [name, { post: requestOf(name, bodyOf(name)) }])
  return Object.fromEntries([...alone, ['batch', { post: requestOf('batch', BATCH) }]])
}

/** The body of an event that comes alone. */
export const bodyOf = (name: string) => ({
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { const: name },
    timestamp: HAPPENED,
    data: { type: 'object', properties: { test: TEST, ...DATA[name.split('.')[0] ?? ''] } },
  },
})

const BATCH = {
  type: 'object',
  description: 'For webhooks with a `batch` of 2 or more.',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { const: 'batch' },
    timestamp: { type: 'string', format: 'date-time', description: 'When the request was made.' },
    data: {
      type: 'array',
      description: 'Each as it comes alone, with its own ID.',
      items: {
        type: 'object',
        required: ['id', 'type', 'timestamp', 'data'],
        properties: { id: uuid, type: text, timestamp: HAPPENED, data: { type: 'object' } },
      },
    },
  },
}

function requestOf(name: string, schema: object): Record<string, unknown> {
  return {
    operationId: `on${name.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: `An endpoint is told: ${name}`,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken. Everything else is tried again, eight attempts in all.' },
      '410': { description: 'The endpoint is gone: it is turned off.' },
    },
  }
}
