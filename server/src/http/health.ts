import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { AppError } from '../lib/app-error.ts'
import { isSameText } from '../lib/hmac-signature.ts'
import { isLoopbackAddress } from '../lib/network/networks.ts'

interface HealthOptions {
  /** Throws with the reason while requests cannot be served. */
  ready(): Promise<void>
  /** Who may read /metrics. `bearer`: callers with this token (null: none). `local`: callers on this machine. */
  metrics: Registry
  metricsAccess: { bearer: string } | 'local' | null
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
    if (!mayRead(request, options.metricsAccess)) throw new AppError('notFound')
    return reply.header('Content-Type', options.metrics.contentType).send(await options.metrics.metrics())
  })
}

/** A registry with the metrics of the process (memory, event loop, garbage collection). */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Headers that a proxy on this machine adds: the client is elsewhere. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'] as const

function mayRead(request: FastifyRequest, access: HealthOptions['metricsAccess']): boolean {
  if (access === null) return false
  if (access !== 'local') return isSameText(request.headers.authorization ?? '', `Bearer ${access.bearer}`)
  if (FORWARDED.some(name => request.headers[name] !== undefined)) return false
  return isLoopbackAddress(request.socket.remoteAddress ?? '')
}

/** Without a token, metrics are only for programs on this machine, and only if no proxy can be in front of us. */
export function metricsAccessOf(config: Config): HealthOptions['metricsAccess'] {
  if (config.metricsToken !== null) return { bearer: config.metricsToken }
  return config.onlyThisMachine && config.trustedProxies.length === 0 ? 'local' : null
}

// Seconds. The dashboard should respond within 0.3 s; event streams live for minutes.
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10, 60]

/** Measures every request by method, route (never the path, which may contain a token) and status. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}
