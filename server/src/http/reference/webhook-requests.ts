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

const CONTACT = {
  type: 'object',
  description: 'Of one that is gone the ID alone.',
  required: ['uuid'],
  properties: { uuid: { type: 'string' }, external_user_id: nullable('string') },
}

const MESSAGE = {
  type: 'object',
  required: ['channel', 'message_uuid'],
  properties: {
    channel: { enum: CHANNELS },
    message_uuid: { type: 'string' },
    run_uuid: { type: 'string' },
    campaign: { type: ['object', 'null'], properties: { uuid: { type: 'string' }, name: { type: 'string' } } },
    contact: { ...CONTACT, type: ['object', 'null'] },
    to: nullable('string'),
    reason: nullable('string'),
    link: { type: ['object', 'null'], properties: { number: { type: 'integer' }, url: { type: 'string' } } },
  },
}

const THINGS: Record<string, unknown> = {
  contact: { contact: CONTACT },
  campaign: { campaign: { type: 'object', properties: { uuid: { type: 'string' }, status: { type: 'string' } } } },
  approval: { approval: { type: 'object', properties: { uuid: { type: 'string' }, status: { type: 'string' } } } },
  import: { import: { type: 'object', properties: { uuid: { type: 'string' }, status: { type: 'string' } } } },
}

export function webhookRequests(): Record<string, unknown> {
  const names = [...new Set(WEBHOOK_EVENTS.map(({ name }) => name))]
  return Object.fromEntries(names.map(name => [name, { post: requestOf(name) }]))
}

function requestOf(name: string): Record<string, unknown> {
  const [thing = ''] = name.split('.')
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
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { const: name },
              timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
              data: thing === 'message' ? MESSAGE : { type: 'object', properties: THINGS[thing] },
            },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken. Everything else is tried again, eight attempts in all.' },
      '410': { description: 'The endpoint is gone: it is turned off.' },
    },
  }
}
