import { PAGING_HEADERS } from '@notifly/contracts/answer'
import type { Access, Endpoint } from '@notifly/contracts/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { authorize, type Authenticate, type Caller, type CallerOf } from './caller.ts'

/** What the HTTP layer needs to serve endpoints. */
export interface Http {
  app: FastifyInstance
  authenticate: Authenticate
}

export interface Input<E> {
  params: E extends Endpoint<infer P, infer _Q, infer _B, infer _D, infer _A> ? z.output<P> : never
  query: E extends Endpoint<infer _P, infer Q, infer _B, infer _D, infer _A> ? z.output<Q> : never
  body: E extends Endpoint<infer _P, infer _Q, infer B, infer _D, infer _A> ? z.output<B> : never
  caller: E extends Endpoint<infer _P, infer _Q, infer _B, infer _D, infer A> ? CallerOf<A> : never
  request: FastifyRequest
  reply: FastifyReply
}

export type Output<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer D, infer _A> ? z.input<D> : never

/** One page of a list with the total over all pages. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

// eslint-style variance escape: an endpoint of any schemas.
type AnyEndpoint = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, Access>

/** Serves an endpoint whose answer is one value (or nothing). */
export function route<E extends AnyEndpoint>(
  http: Http,
  endpoint: E,
  handler: (input: Input<E>) => Promise<Output<E>> | Output<E>,
): void {
  register(http, endpoint, async input => {
    const data = await handler(input as Input<E>)
    return data === undefined ? { success: true } : { success: true, data }
  })
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
    return { success: true, data: page.rows }
  })
}

/** Serves an endpoint that writes its own answer: a file, a stream of events, a redirect. */
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
  caller: Caller | null
  request: FastifyRequest
  reply: FastifyReply
}

function register(http: Http, endpoint: AnyEndpoint, serve: (input: RawInput) => Promise<unknown>): void {
  http.app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimitBytes ?? 1_048_576,
    config: { access: endpoint.access, multipart: endpoint.multipart === true },
    schema: schemaOf(endpoint),
    // Who may call is decided before the body is read or judged.
    onRequest: async request => {
      const bearer = bearerOf(request)
      request.caller = bearer === null || isPublic(endpoint.access) ? null : await http.authenticate(bearer)
      authorize(endpoint.access, request.caller)
    },
    handler: async (request, reply) => {
      reply.status(endpoint.status ?? 200)
      const { params, query, body, caller } = request
      return serve({ params, query, body, caller, request, reply })
    },
  })
}

function schemaOf(endpoint: AnyEndpoint): Record<string, unknown> {
  const { access } = endpoint
  const answer = z.object({ success: z.literal(true), ...(endpoint.data ? { data: endpoint.data } : {}) })
  return {
    summary: endpoint.summary,
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body && !endpoint.multipart ? { body: endpoint.body } : {}),
    ...(endpoint.raw ? {} : { response: { [endpoint.status ?? 200]: answer } }),
    ...(isPublic(access) ? {} : { security: [{ bearer: [] }] }),
    'x-activity': typeof access === 'string' ? access : access.activity,
    'x-level': typeof access === 'string' ? 'none' : access.level,
  }
}

function isPublic(access: Access): boolean {
  return access === 'public' || access === 'session'
}

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([\w.~+/=-]{1,500})$/.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

/** Sets the paging headers of a list; a neighbour's header is absent at its end. */
export function setPagingHeaders(reply: FastifyReply, page: number, perPage: number, total: number): void {
  const pages = Math.max(1, Math.ceil(total / perPage))
  reply.header(PAGING_HEADERS.totalCount, total)
  reply.header(PAGING_HEADERS.totalPages, pages)
  reply.header(PAGING_HEADERS.currentPage, page)
  if (page < pages) reply.header(PAGING_HEADERS.nextPage, page + 1)
  if (page > 1) reply.header(PAGING_HEADERS.previousPage, page - 1)
}
