import compress, { type FastifyCompressOptions } from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import helmet from 'helmet'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { asError } from '../lib/as-error.ts'
import { createNetworkCheck } from '../lib/network/networks.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { API_PATHS } from './api-paths.ts'
import { BODY_LIMITS, type BodyLimits, FILE_FORM_LIMITS, limitBodies } from './limits/body-limits.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './limits/connection-limits.ts'
import { endConnectionsAtClose } from './limits/end-connections.ts'
import { handleError } from './errors.ts'
import { acceptForms } from './forms.ts'
import { limitRequests, type GeneralLimits } from './limits/general-limits.ts'
import { checkInput } from './input.ts'
import { publishOpenapi } from './openapi.ts'
import { demandEndpoints } from './route.ts'
import { traceRequests } from './trace-requests.ts'

interface HttpServerOptions {
  log: FastifyBaseLogger
  /** Networks of the proxies in front of us: the right-most address of `X-Forwarded-For` outside of them is the caller's. */
  trustedProxies: readonly string[]
  /** Addresses that the dashboard may call besides ours (token endpoints of single sign-on). */
  connectOrigins: string[]
  /** Public address; if it is https, browsers are told to insist on it (HSTS). */
  publicUrl: string
  limits: GeneralLimits
  bodies?: BodyLimits | undefined
  connections?: ConnectionLimits | undefined
}

/**
 * Creates a Fastify instance with everything that all routes share: ids, headers, limits, validation, errors, forms, OpenAPI. The caller
 * decides what unknown paths get (see dashboard.ts).
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { bodies = BODY_LIMITS, connections = CONNECTION_LIMITS } = options
  const isProxy = createNetworkCheck(options.trustedProxies)
  const app = fastify({
    loggerInstance: options.log,
    trustProxy: isProxy,
    requestTimeout: connections.requestMs,
    http: { headersTimeout: connections.headersMs, connectionsCheckingInterval: connections.checkMs },
    genReqId: () => uuidv7(),
    // We log each request ourselves: paths of public links contain tokens that must not reach a log.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: 'idle',
    frameworkErrors: handleError,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.decorate('publicUrl', options.publicUrl)
  app.decorateRequest('caller', null)
  app.decorateRequest('keyCaller', null)
  app.decorateRequest('sessionCookie', null)
  demandEndpoints(app)
  logRequests(app)
  traceRequests(app)
  setPrivateHeaders(app)
  limitRequests(app, options.limits)
  limitBodies(app, bodies)
  limitConnections(app.server, isProxy, connections)
  endConnectionsAtClose(app)
  await app.register(cookie)
  await app.register(multipart, { limits: FILE_FORM_LIMITS })
  await app.register(compress, COMPRESSION)
  protect(app, options)
  acceptForms(app)
  checkInput(app)
  await publishOpenapi(app, options.publicUrl)
  return app
}

/**
 * Answers up to half a megabyte, the JSON of a year's dashboard among them, are compressed at once: that takes a millisecond or two. A stream for each takes
 * four, and twenty where its buffers bring about a collection of garbage.
 */
const COMPRESSION: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 1024,
  syncThreshold: 524_288,
  zlibOptions: { level: 4 },
}

/** Headers that isolate our pages in browsers, the same for every answer. */
function protect(app: FastifyInstance, options: Pick<HttpServerOptions, 'connectOrigins' | 'publicUrl'>): void {
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(options.connectOrigins),
    // Without subdomains: they may serve other things.
    strictTransportSecurity: options.publicUrl.startsWith('https:') && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: false,
    },
    // Links with tokens are never sent as referrer; our own pages still are (see same-origin.ts).
    referrerPolicy: { policy: 'same-origin' },
    // Our images, pixels and scripts are used in emails and on customers' sites; everything else needs a bearer token.
    crossOriginResourcePolicy: false,
  })
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  setHeaders(request, answer, error => {
    if (error !== undefined) throw asError(error)
  })
  const headers = answer.getHeaders()
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}

const YEAR_SECONDS = 31_536_000

/** Answers of the API are not cached by proxies, and no page of ours, or framed in ours, may use the device's sensors. */
function setPrivateHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (API_PATHS.test(request.url)) reply.header('Cache-Control', 'no-store')
    reply.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), usb=()')
  })
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        account: request.caller?.accountId,
        application: request.caller?.applicationId,
        ...request.span?.ids,
      },
      'request',
    )
  })
}

/** No inline script or style; images over https, since templates and logos may be hosted elsewhere. */
function contentSecurityPolicy(connectOrigins: string[]) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'https:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...connectOrigins],
      frameSrc: ["'self'"],
      frameAncestors: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
    },
  }
}
