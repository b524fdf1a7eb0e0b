/** What the OpenAPI document says beyond the schemas of requests and answers. */
import type { ErrorName } from '@notifly/contracts/errors'
import { inWords } from '@notifly/contracts/sentences/english'
import { isKeyAccess } from '../caller.ts'
import type { AnyEndpoint } from '../route.ts'
import { operationIdOf } from './operation-id.ts'
import type { ProgramCall } from './program-call.ts'
import { PROGRAM_CALLS } from './program-calls.ts'
import { ERROR_SCHEMA, refusalResponses, refusalsOf } from './refusals.ts'
import { TAG_GROUPS, tagOf, TAGS } from './tags.ts'
import { webhookRequests } from './webhook-requests.ts'

type Json = Record<string, unknown>

interface Parameter extends Json {
  name: string
  in: string
}

interface Operation extends Json {
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Json> }
  responses: Record<string, Json & { content?: Record<string, Json> }>
}

export interface OpenapiDocument extends Json {
  components: Json & { schemas?: Json }
  paths: Record<string, Record<string, Operation>>
}

const CALL_OF = new Map(
  Object.entries(PROGRAM_CALLS).map(([name, call]) => [addressOf(call.endpoint), { name, ...call }]),
)

function addressOf({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Returns the document with names, nouns, examples and refusals of all calls; those for programs come first. */
export function completedDocument(
  document: OpenapiDocument,
  endpoints: readonly AnyEndpoint[],
  publicUrl: string,
): OpenapiDocument {
  const byAddress = new Map(endpoints.map(endpoint => [addressOf(endpoint), endpoint]))
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => {
        const endpoint = byAddress.get(`${method.toUpperCase()} ${path}`)
        return [method, endpoint ? completedOperation(operation, endpoint) : operation]
      }),
    ),
  ])
  const { schemas = {}, ...components } = document.components
  return withUsedTags({
    ...document,
    paths: inOrder(Object.fromEntries(paths) as OpenapiDocument['paths']),
    webhooks: webhookRequests(),
    components: {
      ...components,
      schemas: { ...schemas, Error: ERROR_SCHEMA },
      responses: refusalResponses(publicUrl),
    },
  })
}

/** Returns only the calls for programs, which the reference shows. */
export function documentForPrograms(document: OpenapiDocument): OpenapiDocument {
  const paths = Object.entries(document.paths).filter(([path]) =>
    [...CALL_OF.values()].some(({ endpoint }) => endpoint.path === path),
  )
  return withUsedTags({ ...document, paths: Object.fromEntries(paths) })
}

/** Lists the nouns that at least one call belongs to, in their groups. */
function withUsedTags(document: OpenapiDocument): OpenapiDocument {
  const used = new Set(Object.values(document.paths).flatMap(each => Object.values(each).flatMap(({ tags }) => tags)))
  const groups = TAG_GROUPS.map(({ name, tags }) => ({ name, tags: tags.filter(tag => used.has(tag)) }))
  return {
    ...document,
    tags: TAGS.filter(({ name }) => used.has(name)),
    'x-tagGroups': groups.filter(({ tags }) => tags.length > 0),
  }
}

/** Puts paths of calls for programs first, in the order of their table; all others keep theirs. */
function inOrder(paths: OpenapiDocument['paths']): OpenapiDocument['paths'] {
  const first = [...CALL_OF.values()].map(({ endpoint }) => endpoint.path)
  const rank = (path: string): number => (first.includes(path) ? first.indexOf(path) : first.length)
  return Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => rank(a) - rank(b)))
}

function completedOperation(operation: Operation, endpoint: AnyEndpoint): Operation {
  const call = CALL_OF.get(addressOf(endpoint))
  const named: Operation = {
    ...operation,
    operationId: call?.name ?? operationIdOf(endpoint),
    tags: [tagOf(endpoint.path)],
    responses: { ...refusalsOf(refusalNames(endpoint, call)), ...operation.responses } as Operation['responses'],
  }
  return call === undefined ? named : withExample(named, call)
}

function refusalNames(endpoint: AnyEndpoint, call: ProgramCall | undefined): ErrorName[] {
  const { access, method, params, query, body, multipart } = endpoint
  const hasBody = body !== undefined || multipart !== undefined
  const mayBeAbsent = call
    ? call.refusals.includes('notFound')
    : params !== undefined || (hasBody && access !== 'public')
  const mayClash = call ? call.refusals.includes('conflict') : method !== 'GET' && access !== 'public'
  return [
    ...((hasBody || query !== undefined ? ['invalidInput'] : []) as ErrorName[]),
    ...((access === 'public' ? [] : ['unauthorized']) as ErrorName[]),
    ...((typeof access !== 'string' || isKeyAccess(access) ? ['forbidden'] : []) as ErrorName[]),
    ...((mayBeAbsent ? ['notFound'] : []) as ErrorName[]),
    ...((mayClash ? ['conflict'] : []) as ErrorName[]),
    ...((hasBody ? ['tooLarge', 'wrongType'] : []) as ErrorName[]),
    'tooManyRequests',
  ]
}

function withExample(operation: Operation, call: ProgramCall): Operation {
  const { endpoint, title, description, answerSchema } = call
  const status = String(endpoint.status ?? 200)
  const { requestBody, responses } = operation
  return {
    ...operation,
    summary: title,
    description,
    ...(operation.parameters && { parameters: operation.parameters.map(each => parameterOf(each, call)) }),
    ...(requestBody && { requestBody: { ...requestBody, content: bodyContent(requestBody.content, call) } }),
    responses: {
      ...responses,
      ...(endpoint.raw !== undefined && TOKEN_REFUSALS),
      [status]: {
        ...responses[status],
        description: 'Done.',
        content: answerContent(responses[status]?.content, wholeAnswer(call), answerSchema),
      },
    },
  }
}

function parameterOf(parameter: Parameter, { example, fields }: ProgramCall): Parameter {
  const given = Object.entries({ ...example.params, ...example.query, ...example.headers })
  // Node has header names in lower case.
  const [name, value] = given.find(([each]) => each.toLowerCase() === parameter.name.toLowerCase()) ?? [parameter.name]
  const description = fields?.[parameter.name]
  const isNumber = (parameter['schema'] as Json | undefined)?.['type'] === 'integer'
  return {
    ...parameter,
    name,
    ...(description && { description }),
    ...(value !== undefined && { example: isNumber ? Number(value) : value }),
  }
}

function bodyContent(content: Record<string, Json>, { example, fields }: ProgramCall): Record<string, Json> {
  const { 'application/json': json = {} } = content
  const schema = described(json['schema'], fields)
  return { 'application/json': { schema, ...(example.body !== undefined && { example: example.body }) } }
}

/** Adds descriptions to the fields of a schema, at every depth, by name. */
function described(schema: unknown, fields: Readonly<Record<string, string>> = {}): unknown {
  if (Array.isArray(schema)) return schema.map(each => described(each, fields))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'properties' ? describedProperties(value as Json, fields) : described(value, fields),
    ]),
  )
}

function describedProperties(properties: Json, fields: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const schema = described(value, fields) as Json
      const description = fields[name]
      return [name, description === undefined || 'not' in schema ? schema : { ...schema, description }]
    }),
  )
}

/** The schema of the whole body of a success. */
export function wholeAnswer({ endpoint, example: { answer } }: ProgramCall): unknown {
  if (endpoint.raw !== undefined) return answer
  const said = endpoint.message && inWords({ key: endpoint.message })
  return { success: true, ...(answer !== undefined && { data: answer }), ...said }
}

function answerContent(content: Record<string, Json> | undefined, example: unknown, schema: Json | undefined) {
  const { 'application/json': json = {} } = content ?? {}
  return { 'application/json': { ...json, ...(schema && { schema }), ...(example !== undefined && { example }) } }
}

const TOKEN_REFUSAL = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: { enum: ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope'] },
    error_description: { type: 'string' },
  },
}

/** In the format of RFC 6749. */
const TOKEN_REFUSALS = Object.fromEntries(
  [
    ['400', 'The request or the scope is wrong.', 'invalid_scope', 'This key doesn’t have the scope messages:send.'],
    [
      '401',
      'There is no such key, or its secret is another one.',
      'invalid_client',
      'Send the client ID and secret of a key.',
    ],
  ].map(([status = '', description, error, words]) => [
    status,
    {
      description,
      content: {
        'application/json': { schema: TOKEN_REFUSAL, example: { error, error_description: words } },
      },
    },
  ]),
)
