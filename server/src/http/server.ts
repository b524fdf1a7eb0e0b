import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import helmet from 'helmet'
import { asError } from '../lib/as-error.ts'
import { createNetworkCheck } from '../lib/network/networks.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { API_PATHS } from './api-paths.ts'
import { BODY_LIMITS, type BodyLimits, FILE_FORM_LIMITS, limitBodies } from './body-limits.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { endConnectionsAtClose } from './end-connections.ts'
import { handleError } from './errors.ts'
import { acceptForms } from './forms.ts'
import { limitRequests, type GeneralLimits } from './general-limits.ts'
import { checkInput } from './input.ts'
import { publishOpenapi } from './openapi.ts'
import { demandEndpoints } from './route.ts'
import { traceRequests } from './trace-requests.ts'

interface HttpServerOptions {
  log: FastifyBaseLogger
  /** Networks of the proxies in front of us: the right-most address of `X-Forwarded-For` outside of them is the caller's. */
  trustedProxies: readonly string[]
  /** Addresses that the dashboard may call besides ours (single sign-on token endpoints). */
  connectOrigins: string[]
  /** Where people reach us: by https, browsers are told to keep to it. */
  publicUrl: string
  limits: GeneralLimits
  bodies?: BodyLimits | undefined
  connections?: ConnectionLimits | undefined
}

/**
 * A Fastify instance with everything that all routes share: ids, headers, limits, validation, errors, forms, OpenAPI. What
 * answers unknown paths is set by the caller (see dashboard.ts).
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
    // We log each request ourselves: paths of public links carry tokens that must not reach a log.
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
  keepPrivate(app)
  limitRequests(app, options.limits)
  limitBodies(app, bodies)
  limitConnections(app.server, isProxy, connections)
  endConnectionsAtClose(app)
  await app.register(cookie)
  await app.register(multipart, { limits: FILE_FORM_LIMITS })
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })
  protect(app, options)
  acceptForms(app)
  checkInput(app)
  await publishOpenapi(app, options.publicUrl)
  return app
}

/** Headers by which browsers keep what is ours apart from others. Helmet itself: Fastify's plugin builds all of them anew for each request. */
function protect(app: FastifyInstance, options: Pick<HttpServerOptions, 'connectOrigins' | 'publicUrl'>): void {
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(options.connectOrigins),
    // The name alone: what else lives under it is not ours to decide.
    strictTransportSecurity: options.publicUrl.startsWith('https:') && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: false,
    },
    // Links with tokens stay with us; our own pages still say where they are (see same-origin.ts).
    referrerPolicy: { policy: 'same-origin' },
    // Our images, pixels and scripts are in emails and on customers' sites; everything else needs a bearer token.
    crossOriginResourcePolicy: false,
  })
  app.addHook('onRequest', (request, reply, next) => {
    setHeaders(request.raw, reply.raw, error => {
      if (error === undefined) next()
      else next(asError(error))
    })
  })
}

const YEAR_SECONDS = 31_536_000

/** No cache on the way keeps an answer of the API, and no page of ours or framed in ours uses the device's senses. */
function keepPrivate(app: FastifyInstance): void {
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

/** No inline script or style anywhere; images over https, since templates and logos may live elsewhere. */
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
