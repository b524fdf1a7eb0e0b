import swagger from '@fastify/swagger'
import { issueAccessToken } from '@notifly/contracts/api-keys/access-tokens'
import type { KeyScope } from '@notifly/contracts/api-keys/scopes'
import type { Endpoint, FormFields, RawAnswer } from '@notifly/contracts/endpoint'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { sessionCookieName } from './route.ts'

/** What each lets a program do. */
const SCOPES: Record<KeyScope, string> = {
  'messages:send': 'Send messages',
  'messages:read': 'Read messages',
  'contacts:read': 'Read contacts',
  'contacts:write': 'Create, update and delete contacts',
  'devices:write': 'Register push devices',
  'events:write': 'Send contact events',
}

/**
 * Collects every route into the OpenAPI document at `GET /api/openapi.json`, with its activity and level. `publicUrl` is the
 * address under which programs reach this installation.
 */
export async function publishOpenapi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Notifly',
        version: '1',
        description: 'Everything that the dashboard does, it does through these calls.',
      },
      servers: [{ url: publicUrl, description: 'This installation' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          key: { type: 'http', scheme: 'basic', description: 'The id and the secret of a key of the application.' },
          oauth: {
            type: 'oauth2',
            description: 'An access token for the ID and the secret of a key.',
            flows: { clientCredentials: { tokenUrl: new URL(issueAccessToken.path, publicUrl).href, scopes: SCOPES } },
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookieName({ publicUrl }),
            description: 'The session of the dashboard.',
          },
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

/** Adds what validation does not need: a name, refusals, answers and forms that handlers write and read themselves. */
function completed(schema: Record<string, unknown>, route: RouteOptions): FastifySchema {
  const endpoint = route.config?.endpoint
  if (endpoint === undefined) return schema
  const { raw, multipart } = endpoint
  const response = { ...(schema['response'] as object | undefined), ...(raw && answersOf(raw)), '4XX': REFUSAL }
  const form = multipart && { body: formOf(multipart), consumes: ['multipart/form-data'] }
  return tidied({ ...schema, operationId: operationIdOf(endpoint), response, ...form }) as FastifySchema
}

/** `getTemplateByUuidVersions` of `GET /api/template/{uuid}/versions`: stable, and unique since paths are. */
export function operationIdOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll('{', 'by-')
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '')
  return method.toLowerCase() + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function answersOf({ types, redirect, hasNotFoundPage }: RawAnswer): Record<string, unknown> {
  const content = Object.fromEntries(types.map(type => [type, { schema: { type: 'string' } }]))
  return {
    ...(types.length > 0 ? { 200: { description: 'The file, page or stream itself.', content } } : {}),
    ...(redirect === undefined
      ? {}
      : { [redirect]: { description: 'Leads to the address in `Location`.', type: 'null' } }),
    ...(hasNotFoundPage === true
      ? { 404: { description: 'A page that says so.', content: { 'text/html': { schema: { type: 'string' } } } } }
      : {}),
  }
}

/** OpenAPI 3.1 describes the bytes of a form's file by their media type. */
function formOf(fields: FormFields): JsonSchema {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, kind]) => [
        name,
        kind.startsWith('file') ? { type: 'string', contentMediaType: 'application/octet-stream' } : { type: 'string' },
      ]),
    ),
    required: entries.filter(([, kind]) => !kind.endsWith('?')).map(([name]) => name),
  }
}

/** What a person reads: in English, and as data for other languages. A value may be a sentence of its own, with `key` and `values`. */
const WORDS = {
  message: { type: 'string' },
  key: { type: 'string' },
  values: { type: 'object', additionalProperties: { type: ['string', 'number', 'object'] } },
}

const REFUSAL = {
  description:
    'Refused: `message` says why in English, `key` and `values` say the same as data, `errors` at which field, `error_code` the case where one is agreed.',
  type: 'object',
  required: ['success', 'message', 'key'],
  properties: {
    success: { type: 'boolean', const: false },
    ...WORDS,
    error_code: { type: 'integer' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message', 'key'],
        properties: {
          field: { type: 'string' },
          ...WORDS,
          line: { type: 'integer' },
          column: { type: 'integer' },
          tag: { type: 'string' },
        },
      },
    },
  },
}

/** JSON Schemas as zod writes them, put the way in which other programs read them best. */

type JsonSchema = { [name: string]: unknown }

/**
 * The same schemas, at every depth: a record whose keys are all required names them as properties, a choice of one is that
 * one, and a choice that takes anything is just that.
 */
export function tidied(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidied)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, tidied(value)]))
  return withNamedKeys(withoutFalseChoice(inner))
}

function withoutFalseChoice(schema: JsonSchema): JsonSchema {
  const { anyOf: choices, ...rest } = schema
  if (!Array.isArray(choices)) return schema
  const [first] = choices as JsonSchema[]
  if (choices.length === 1) return { ...rest, ...first }
  return (choices as JsonSchema[]).some(choice => Object.keys(choice).length === 0) ? rest : schema
}

function withNamedKeys(schema: JsonSchema): JsonSchema {
  const { required, propertyNames: _keys, additionalProperties: value, ...rest } = schema
  if (!Array.isArray(required) || 'properties' in schema || typeof value !== 'object') return schema
  return { ...rest, properties: Object.fromEntries(required.map(name => [name, value])), required }
}
