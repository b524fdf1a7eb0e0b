import swagger from '@fastify/swagger'
import { issueAccessToken } from '@notifly/contracts/api-keys/access-tokens'
import type { KeyScope } from '@notifly/contracts/api-keys/scopes'
import type { FormFields, RawAnswer } from '@notifly/contracts/endpoint'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { completedDocument, documentForPrograms, type OpenapiDocument } from './reference/document.ts'
import { type AnyEndpoint, sessionCookieName } from './route.ts'

/** What each scope lets a program do. */
const SCOPES: Record<KeyScope, string> = {
  'messages:send': 'Send messages',
  'messages:read': 'Read messages',
  'contacts:read': 'Read contacts',
  'contacts:write': 'Create, update and delete contacts',
  'devices:write': 'Register push devices',
  'events:write': 'Send contact events',
}

/**
 * Collects every route into the OpenAPI document at `GET /api/openapi.json`, with its activity and level, and the calls for programs alone
 * at `GET /api/openapi/programs.json`. `publicUrl`: the base URL for programs.
 */
export async function publishOpenapi(app: FastifyInstance, publicUrl: string): Promise<void> {
  const endpoints: AnyEndpoint[] = []
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Notifly',
        version: '1',
        description:
          'Programs call with a key of an application: by HTTP Basic with its ID and its secret, or with an access token. Everything that the ' +
          'dashboard does, it does through calls of this document too.',
      },
      servers: [{ url: publicUrl, description: 'This installation' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session of the dashboard.' },
          key: { type: 'http', scheme: 'basic', description: 'The ID and the secret of a key of the application.' },
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
      const endpoint = document.route.config?.endpoint
      if (endpoint !== undefined) endpoints.push(endpoint)
      return { schema: completed(schema as Record<string, unknown>, document.route), url }
    },
  })
  // Serialized once: the document is large and never changes while we run.
  let published: { all: string; forPrograms: string } | undefined
  const publish = () => {
    const document = completedDocument(app.swagger() as unknown as OpenapiDocument, endpoints, publicUrl)
    return { all: JSON.stringify(document), forPrograms: JSON.stringify(documentForPrograms(document)) }
  }
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((published ??= publish()).all),
  )
  app.get('/api/openapi/programs.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((published ??= publish()).forPrograms),
  )
}

/** Adds what validation does not need: answers and forms that handlers write and read themselves. */
function completed(schema: Record<string, unknown>, route: RouteOptions): FastifySchema {
  const endpoint = route.config?.endpoint
  if (endpoint === undefined) return schema
  const { raw, multipart } = endpoint
  const response = { ...(schema['response'] as object | undefined), ...(raw && answersOf(raw)) }
  const form = multipart && { body: formOf(multipart), consumes: ['multipart/form-data'] }
  return simplified({ ...schema, response, ...form }) as FastifySchema
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

/** Rewrites JSON Schemas as zod writes them into the form that other programs read best. */

type JsonSchema = { [name: string]: unknown }

/**
 * At every depth, a record whose keys are all required lists them as properties, a choice of one becomes that one, and a choice that
 * accepts anything becomes the schema for anything.
 */
export function simplified(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplified)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, simplified(value)]))
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
