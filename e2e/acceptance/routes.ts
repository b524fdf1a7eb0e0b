/** Every route of the product in its OpenAPI document, and requests made from that document alone. */

export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
}

export interface Route {
  method: string
  path: string
  /** `public`, `session`, `user`, `application` or the number of an activity. */
  access: string | number
  params: Parameter[]
  query: Parameter[]
  body: Schema | undefined
  isMultipart: boolean
}

interface Parameter {
  name: string
  required: boolean
  schema: Schema
}

/** A request before it is sent. */
export interface SampleRequest {
  route: Route
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}

/**
 * Values for a request, by the name of the field and the call to which it belongs (`POST /api/audience/{uuid}`). Undefined: any value that
 * matches the schema; null: the field is left out.
 */
export type Values = (name: string, call: string) => unknown

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  'x-activity': string | number
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** All routes in the product's document. */
export async function routesOf(url: string): Promise<Route[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeOf(method.toUpperCase(), path, operation)),
  )
}

function routeOf(method: string, path: string, operation: Operation): Route {
  const parameters = (place: string) =>
    (operation.parameters ?? [])
      .filter(parameter => parameter.in === place)
      .map(({ name, required = false, schema }) => ({ name, required, schema }))
  const [kind, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  return {
    method,
    path,
    access: operation['x-activity'],
    params: parameters('path'),
    query: parameters('query'),
    body: content?.schema,
    isMultipart: kind === 'multipart/form-data',
  }
}

/** A request that its schema accepts, with every field filled. */
export function sampleRequest(route: Route, values: Values): SampleRequest {
  const call = `${route.method} ${route.path}`
  const fill = (parameters: readonly Parameter[]) =>
    Object.fromEntries(parameters.map(({ name, schema }) => [name, String(example(schema, name, call, values))]))
  return {
    route,
    params: fill(route.params),
    query: fill(
      route.query.filter(({ name, required, schema }) => required || (isId(schema) && values(name, call) !== null)),
    ),
    body: route.body === undefined || route.isMultipart ? undefined : example(route.body, '', call, values),
  }
}

/** Whether only an id matches. */
export function isId(schema: Schema): boolean {
  return schema.pattern?.startsWith('^[0-9a-f]{8}-') === true || (schema.anyOf ?? []).some(isId)
}

function example(schema: Schema, name: string, call: string, values: Values): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const given = values(name, call)
  if (given !== undefined && takes(schema, given)) return given
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return example(choices[0] ?? {}, name, call, values)
  if (schema.type === 'object') {
    const properties = Object.entries(schema.properties ?? {}).filter(([key]) => values(key, call) !== null)
    return Object.fromEntries(properties.map(([key, child]) => [key, example(child, key, call, values)]))
  }
  if (schema.type === 'array') return [example(schema.items ?? {}, name, call, values)]
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  return 'text'
}

function takes(schema: Schema, value: unknown): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some(each => each.enum === undefined && takes(each, value))
  return schema.type === (Number.isInteger(value) ? 'integer' : typeof value) && schema.const === undefined
}

export interface Sent {
  status: number
  text: string
  /** By which logs and the audit trail know it. */
  requestId: string
}

/** These tests make so many calls that they would reach the limit of one network, and other tests with it: each file has its own. */
const NETWORK = `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 254) + 1).join('.')}`

/** Sends a request; without a token it is anonymous. */
export async function send(
  url: string,
  shot: SampleRequest,
  token?: string,
  extra: Record<string, string> = {},
): Promise<Sent> {
  const { route, params, query, body } = shot
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData
  // A stream of events begins at once and may last: its beginning is enough.
  const response = await fetch(`${url}${path}${search.length === 0 ? '' : `?${search.join('&')}`}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      'X-Forwarded-For': NETWORK,
      ...extra,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
  })
  const requestId = response.headers.get('x-request-id') ?? ''
  return { status: response.status, text: await beginningOf(response), requestId }
}

async function beginningOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text()
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(first?.value)
}
