import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { AppError } from '../lib/app-error.ts'
import { isSameText } from '../lib/hmac-signature.ts'

interface HealthOptions {
  /** Throws, saying why, while requests cannot be served. */
  ready(): Promise<void>
  metrics: Registry
  /** Bearer for /metrics; null allows callers on this machine only. */
  metricsToken: string | null
}

/** `/healthz`: the process is up. `/readyz`: database and migrations too. `/metrics`: Prometheus. */
export function serveHealth(app: FastifyInstance, options: HealthOptions): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ success: true }))
  app.get('/readyz', { schema: { hide: true } }, async request => {
    try {
      await options.ready()
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      throw new AppError('unavailable', { cause: error })
    }
    return { success: true }
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const allowed =
      options.metricsToken === null
        ? isLocal(request.socket.remoteAddress)
        : isSameText(request.headers.authorization ?? '', `Bearer ${options.metricsToken}`)
    if (!allowed) throw new AppError('notFound')
    return reply.header('Content-Type', options.metrics.contentType).send(await options.metrics.metrics())
  })
}

/** A registry with the process's own figures (memory, event loop, garbage collection). */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

function isLocal(address: string | undefined): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
}
