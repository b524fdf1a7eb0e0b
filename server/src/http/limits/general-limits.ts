import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../lib/app-error.ts'
import { networkOf } from '../../lib/rate-limit.ts'
import { hashToken } from '../../lib/secrets.ts'
import { API_PATHS } from '../api-paths.ts'
import { bearerOf, basicOf } from '../bearer.ts'
import { isKeyAccess } from '../caller.ts'

/** Requests per minute and process. They stop runaway scripts; a person at a screen stays far below. */
export interface GeneralLimits {
  /** API calls without a token, per address. */
  anonymous: number
  /** Calls with one token. Keys have limits of their own (key-limits.ts). */
  token: number
  /** Calls with any tokens per address: invented tokens do not get around it. */
  address: number
  /** Links in messages, provider reports, scripts of sites and feeds, per address: large mail providers fetch from few addresses. */
  publicCalls: number
}

export const GENERAL_LIMITS: GeneralLimits = { anonymous: 600, token: 3_000, address: 12_000, publicCalls: 60_000 }

/** Responds with 429 and Retry-After above the limits. Kept in memory: a restart may lose the counts. */
export function limitRequests(app: FastifyInstance, limits: GeneralLimits): void {
  const anonymous = perMinute(limits.anonymous)
  const token = perMinute(limits.token)
  const address = perMinute(limits.address)
  const publicCalls = perMinute(limits.publicCalls)

  app.addHook('onRequest', async request => {
    // The route's own path if there is one: a path can be written in many ways (/%61pi/...) and still lead there.
    const path = request.routeOptions.url ?? request.url
    if (!API_PATHS.test(path)) {
      // The others are the dashboard's files and health checks.
      if (request.routeOptions.config.endpoint !== undefined) await take(publicCalls, networkOf(request.ip))
      return
    }
    const credential = bearerOf(request) ?? basicOf(request)?.id ?? null
    if (credential === null) return take(anonymous, networkOf(request.ip))
    await take(address, networkOf(request.ip))
    if (!isForKeys(request)) await take(token, hashToken(credential).toString('base64url'))
  })

  // A valid key has a limit of its own: only invented ones use up the calls of their address.
  app.addHook('preParsing', async request => {
    if (request.keyCaller !== null) await address.reward(networkOf(request.ip), 1)
  })
}

function isForKeys(request: FastifyRequest): boolean {
  const { endpoint } = request.routeOptions.config
  return endpoint !== undefined && isKeyAccess(endpoint.access)
}

function perMinute(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: 60 })
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new AppError('tooManyRequests', { retryAfterSeconds: error.msBeforeNext / 1000 })
  }
}
