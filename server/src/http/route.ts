import { PAGING_HEADERS } from '@notifly/contracts/answer'
import type { Access, Endpoint } from '@notifly/contracts/endpoint'
import { isUuid } from '@notifly/contracts/fields'
import { HeldAnswer } from '@notifly/contracts/approvals/holding'
import { inWords } from '@notifly/contracts/sentences/english'
import { said } from '@notifly/contracts/sentences/said'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { API_PATHS } from './api-paths.ts'
import { bearerOf, basicOf } from './bearer.ts'
import {
  authorize,
  authorizeIn,
  authorizeKey,
  type Caller,
  type CallerOf,
  type Callers,
  isKeyAccess,
  type KeyCaller,
  type Origin,
  scopeOf,
} from './caller.ts'
import { epochSeconds } from '../lib/clock.ts'
import type { LimitKey } from './limits/key-limits.ts'
import { inTurn } from './limits/request-places.ts'
import { isFromOwnPages } from './same-origin.ts'

/** What the HTTP layer needs to serve endpoints. */
export interface Http {
  app: FastifyInstance
  callers: Callers
  limitKey: LimitKey
  publicUrl: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null on public routes. Set before the body is read. */
    caller: Caller | null
    /** The calling program, on routes for keys; elsewhere null. */
    keyCaller: KeyCaller | null
    /** The session's secret, on routes with access `session` and only from our own pages; elsewhere null. */
    sessionCookie: string | null
  }
  interface FastifyInstance {
    /** The address at which people and programs reach this installation. */
    publicUrl: string
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, Access>
  }
}

/**
 * Name of the session cookie. Over https it has the prefix for which browsers accept the cookie only from this host: neither a page of a
 * sibling domain nor one without TLS can set it (RFC 6265bis, section 4.1.3.2).
 */
export function sessionCookieName({ publicUrl }: Pick<Http, 'publicUrl'>): string {
  return publicUrl.startsWith('https:') ? '__Host-usr' : 'usr'
}

/** From now on, API routes that are not defined by an endpoint, and so declare no caller, are refused. */
export function demandEndpoints(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config, schema }) => {
    const isOurs = API_PATHS.test(url)
    if (isOurs && config?.endpoint === undefined && schema?.hide !== true) {
      throw new Error(`${url} is no endpoint: nothing says who may call it`)
    }
  })
}

export interface Input<E> {
  params: E extends Endpoint<infer P, infer _Q, infer _B, infer _D, infer _A> ? z.output<P> : never
  query: E extends Endpoint<infer _P, infer Q, infer _B, infer _D, infer _A> ? z.output<Q> : never
  body: E extends Endpoint<infer _P, infer _Q, infer B, infer _D, infer _A> ? z.output<B> : never
  caller: E extends Endpoint<infer _P, infer _Q, infer _B, infer _D, infer A> ? CallerOf<A> : never
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler resolves to: the answer's `data`, or nothing if the endpoint has none. */
export type Output<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer D, infer _A>
    ? [z.output<D>] extends [undefined]
      ? void
      : z.output<D>
    : never

/** One page of a list with the total over all pages. */
export interface Page<Row> {
  rows: Row[]
  total: number
  /** If older entries are left out: the time of the oldest one that is included. */
  reachesTo?: Date | undefined
  /** Where they are left out by their number: what `before` takes to go on. */
  goesOnBefore?: string | undefined
}

/** An endpoint with any schemas. */
export type AnyEndpoint = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, Access>

interface RouteOptions {
  /** For organization scope: which organization decides, if the request does not name it as `organization_uuid`. */
  organizationOf?: OrganizationOf
}

/** Called before the input is validated: a caller without the right learns nothing about it. */
type OrganizationOf = (input: { caller: Caller; query: unknown; body: unknown }) => Promise<string | undefined>

/** Serves an endpoint whose answer is one value, or nothing. */
export function route<E extends AnyEndpoint>(
  http: Http,
  endpoint: E,
  handler: (input: Input<E>) => Promise<Output<E>> | Output<E>,
  options: RouteOptions = {},
): void {
  const serve = async (input: RawInput): Promise<unknown> => answerOf(endpoint, await handler(input as Input<E>))
  register(http, endpoint, serve, options.organizationOf)
}

/** The outcome of a write under approval: its result, or the request that holds it. */
export type Outcome<Result> = { isHeld: false; result: Result } | { isHeld: true; approvalId: string }

/** Serves an endpoint whose write may be held for approval: then the answer is 202 with the request's id. */
export function heldRoute<E extends AnyEndpoint>(
  http: Http,
  endpoint: E,
  handler: (input: Input<E>) => Promise<Outcome<Output<E>>>,
): void {
  register(http, endpoint, async input => {
    const outcome = await handler(input as Input<E>)
    if (!outcome.isHeld) return answerOf(endpoint, outcome.result)
    input.reply.status(202)
    return { success: true, maker_checker: true, data: { approval_uuid: outcome.approvalId } }
  })
}

function answerOf(endpoint: AnyEndpoint, data: unknown): unknown {
  return {
    success: true,
    ...(data === undefined ? {} : { data }),
    ...(endpoint.message === undefined ? {} : inWords({ key: endpoint.message })),
  }
}

/** Serves an endpoint whose answer is one page of a list; sets the paging headers. */
export function pagedRoute<E extends AnyEndpoint>(
  http: Http,
  endpoint: E,
  handler: (input: Input<E>) => Promise<Output<E> extends (infer Row)[] ? Page<Row> : never>,
): void {
  register(http, endpoint, async input => {
    const page = await handler(input as Input<E>)
    const { page: current, per_page: perPage } = input.query as { page: number; per_page: number }
    setPagingHeaders(input.reply, current, perPage, page.total)
    if (page.reachesTo) input.reply.header(PAGING_HEADERS.reachesTo, epochSeconds(page.reachesTo))
    if (page.goesOnBefore) input.reply.header(PAGING_HEADERS.goesOnBefore, page.goesOnBefore)
    return { success: true, data: page.rows }
  })
}

/** Serves an endpoint that writes its own answer: a file, an event stream, a redirect. */
export function rawRoute<E extends AnyEndpoint>(
  http: Http,
  endpoint: E,
  handler: (input: Input<E>) => Promise<FastifyReply>,
): void {
  register(http, endpoint, input => handler(input as Input<E>))
}

interface RawInput {
  params: unknown
  query: unknown
  body: unknown
  caller: Caller | KeyCaller | null
  request: FastifyRequest
  reply: FastifyReply
}

function register(
  http: Http,
  endpoint: AnyEndpoint,
  serve: (input: RawInput) => Promise<unknown>,
  organizationOf: OrganizationOf = organizationNamedBy,
): void {
  http.app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimitBytes ?? 1_048_576,
    config: { endpoint },
    schema: schemaOf(endpoint),
    // Authorization comes before the body is read or validated; only an organization may be named in the body.
    onRequest: (request, reply) => admit(http, endpoint.access, request, reply),
    preValidation: async ({ caller, query, body }, reply) => {
      const { access } = endpoint
      if (typeof access === 'string' || access.scope !== 'organization' || caller === null) return
      const member = await http.callers.actIn(caller, await organizationOf({ caller, query, body }))
      authorizeIn(access, member)
      reply.request.caller = member
    },
    handler: async (request, reply) => {
      reply.status(endpoint.status ?? 200)
      const input = inputOf(request, reply)
      return inTurn(input.caller, () => serve(input))
    },
  })
}

function inputOf(request: FastifyRequest, reply: FastifyReply): RawInput {
  const { params, query, body, caller, keyCaller } = request
  return { params, query, body, caller: keyCaller ?? caller, request, reply }
}

async function admit(http: Http, access: Access, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (access === 'public') return
  if (access === 'session') {
    const cookie = request.cookies[sessionCookieName(http)]
    request.sessionCookie = cookie !== undefined && isFromOwnPages(request, http.publicUrl) ? cookie : null
    return
  }
  if (isKeyAccess(access)) {
    request.keyCaller = await keyCallerOf(http, request)
    if (request.keyCaller !== null) await http.limitKey(request.keyCaller, reply)
    return authorizeKey(access, request.keyCaller)
  }
  request.caller = await callerOf(http, request)
  authorize(access, request.caller)
}

async function keyCallerOf({ callers }: Http, request: FastifyRequest): Promise<KeyCaller | null> {
  const [basic, bearer] = [basicOf(request), bearerOf(request)]
  if (basic !== null) return callers.authenticateKey(basic.id, basic.secret)
  return bearer === null ? null : callers.authenticateAccessToken(bearer)
}

/** The caller of a route that is open to all; null for an anonymous caller, also if the token is invalid. */
export async function callerOf(http: Http, request: FastifyRequest): Promise<Caller | null> {
  const bearer = bearerOf(request)
  const identity = bearer === null ? null : await http.callers.authenticate(bearer)
  return identity === null ? null : { ...identity, origin: originOf(request) }
}

/** Where a request comes from; for an authenticated caller it is `caller.origin`. */
export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '', requestId: request.id }
}

/** The wire names an organization by `organization_uuid`, in invitations by `org_id`. */
async function organizationNamedBy({ query, body }: { query: unknown; body: unknown }): Promise<string | undefined> {
  const names = ['organization_uuid', 'org_id']
  return [query, body].flatMap(part => names.map(name => uuidIn(part, name))).find(id => id !== undefined)
}

/** An id in input that is not validated yet; undefined for anything else, which validation refuses later. */
export function uuidIn(input: unknown, name: string): string | undefined {
  const value = typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' && isUuid(value) ? value.toLowerCase() : undefined
}

function schemaOf(endpoint: AnyEndpoint): Record<string, unknown> {
  const { access } = endpoint
  const answer = z.object({
    success: z.literal(true),
    ...(endpoint.data ? { data: endpoint.data } : {}),
    ...(endpoint.message === undefined ? {} : said),
  })
  return {
    summary: endpoint.summary,
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body && !endpoint.multipart ? { body: endpoint.body } : {}),
    ...(endpoint.idempotent === true && { headers: IDEMPOTENCY }),
    ...(endpoint.raw
      ? {}
      : { response: { [endpoint.status ?? 200]: answer, ...(endpoint.held ? { 202: HELD_ANSWER } : {}) } }),
    security: securityOf(access),
    'x-activity': typeof access === 'string' ? access : access.activity,
    'x-level': typeof access === 'string' ? 'none' : access.level,
    ...(typeof access !== 'string' && access.or !== undefined && { 'x-or': access.or }),
  }
}

const IDEMPOTENCY = z.looseObject({
  'idempotency-key': z.optional(
    z
      .string()
      .check(
        z.describe('1 to 255 printable ASCII characters. The same call with the same key is done once, for 24 hours.'),
      ),
  ),
})

const HELD_ANSWER = z.object({ success: z.literal(true), maker_checker: z.literal(true), data: HeldAnswer })

/** One of these schemes is required; an empty list requires none. */
function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return []
  if (access === 'session') return [{ session: [] }]
  return isKeyAccess(access) ? [{ key: [] }, { oauth: [scopeOf(access)] }] : [{ bearer: [] }]
}

/** Sets the paging headers of a list; the header of a neighbouring page is absent at either end. */
export function setPagingHeaders(reply: FastifyReply, page: number, perPage: number, total: number): void {
  const pages = Math.max(1, Math.ceil(total / perPage))
  reply.header(PAGING_HEADERS.totalCount, total)
  reply.header(PAGING_HEADERS.totalPages, pages)
  reply.header(PAGING_HEADERS.currentPage, page)
  if (page < pages) reply.header(PAGING_HEADERS.nextPage, page + 1)
  if (page > 1) reply.header(PAGING_HEADERS.previousPage, page - 1)
}
