import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { uuidv7 } from '../lib/uuid.ts'
import type { Caller } from './caller.ts'
import { handleError, handleNotFound } from './errors.ts'
import { acceptForms } from './forms.ts'
import { publishOpenapi } from './openapi.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null on public routes. Set before the body is read. */
    caller: Caller | null
  }
}

interface HttpServerOptions {
  log: FastifyBaseLogger
  /** How many proxies stand before us: only their `X-Forwarded-For` counts. */
  trustedProxies: number
  /** Origins that the dashboard may talk to besides ours (single sign-on token endpoints). */
  connectOrigins: string[]
}

/** A Fastify instance with everything that all routes share: ids, headers, validation, errors, forms, OpenAPI. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    genReqId: () => uuidv7(),
    // We log each request ourselves: paths of public links carry tokens that must not reach a log.
    disableRequestLogging: true,
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(handleNotFound)
  app.decorateRequest('caller', null)
  logRequests(app)
  await app.register(cookie)
  await app.register(multipart, { limits: { files: 1, fields: 50, fieldSize: 1_048_576, parts: 60 } })
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(options.connectOrigins),
    strictTransportSecurity: false,
  })
  acceptForms(app)
  await publishOpenapi(app)
  return app
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
