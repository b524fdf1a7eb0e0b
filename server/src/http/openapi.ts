import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

/** Collects every route into the OpenAPI document at `GET /api/openapi.json`, with its activity and level. */
export async function publishOpenapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Notifly',
        version: '1',
        description: 'Everything that the dashboard does, it does through these calls.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          key: { type: 'http', scheme: 'basic', description: 'The id and the secret of a key of the application.' },
        },
      },
    },
    transform: document => {
      const { schema, url } = jsonSchemaTransform(document)
      return { schema: completed(schema as Record<string, unknown>, document.route), url }
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

/** Adds what validation does not need: the shape of failures, and the fields of forms that handlers read themselves. */
function completed(schema: Record<string, unknown>, route: RouteOptions): FastifySchema {
  const endpoint = route.config?.endpoint
  if (endpoint === undefined) return schema
  const response = { ...(schema['response'] as object | undefined), '4XX': FAILURE }
  if (endpoint.multipart !== true) return { ...schema, response }
  const body = endpoint.body === undefined ? { type: 'object' } : z.toJSONSchema(endpoint.body, { io: 'input' })
  return { ...schema, response, body, consumes: ['multipart/form-data'] } as FastifySchema
}

const FAILURE = {
  description: 'Refused: `message` says why, `errors` at which field, `error_code` the case where one is agreed.',
  type: 'object',
  required: ['success', 'message'],
  properties: {
    success: { type: 'boolean', const: false },
    message: { type: 'string' },
    error_code: { type: 'integer' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' }, key: { type: 'string' } },
      },
    },
  },
}
