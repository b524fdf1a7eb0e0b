/**
 * A span for each request of an authenticated caller. Anonymous callers get none: their requests are refused, or public and cheap, and must
 * not fill the collector. A trace that a caller's own program started is continued only for calls with a key.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Span } from '../lib/tracing/spans.ts'
import { beginTrace, within } from '../lib/tracing/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the request is not traced. */
    span: Span | null
  }
}

const FIRST_FAILURE = 500

export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('preHandler', (request, reply, next) => {
    request.span = begin(request, reply)
    within(request.span, next)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Refused before its handler: still worth a span.
    const span = request.span ?? begin(request, reply)
    if (span === null) return
    span.set({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= FIRST_FAILURE) span.fail(String(reply.statusCode))
    span.end()
  })
}

function begin(request: FastifyRequest, reply: FastifyReply): Span | null {
  const { caller, keyCaller, routeOptions, method } = request
  const applicationId = keyCaller?.applicationId ?? caller?.applicationId
  if ((caller === null && keyCaller === null) || routeOptions.url === undefined) return null
  const { traceparent } = request.headers
  const outside = keyCaller !== null && typeof traceparent === 'string' ? traceparent : undefined
  const attributes = {
    'http.request.method': method,
    'http.route': routeOptions.url,
    'url.scheme': request.protocol,
    'notifly.request.id': request.id,
    ...(applicationId != null && { 'notifly.application.id': applicationId }),
  }
  const startMs = Date.now() - reply.elapsedTime
  return beginTrace({ name: `${method} ${routeOptions.url}`, kind: 'server', attributes, startMs }, outside)
}
