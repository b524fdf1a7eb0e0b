/**
 * Rate limits of API keys. Answers say what is left (draft-ietf-httpapi-ratelimit-headers-10). Kept in memory, per process: a restart may
 * lose the counts.
 */
import type { FastifyReply } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../lib/app-error.ts'
import type { KeyCaller } from '../caller.ts'

/** A burst of twice the rate is allowed, as after a program has waited. */
const WINDOW_SECONDS = 2

/** Counts a request of a key and sets the rate-limit headers. Throws tooManyRequests, with Retry-After, above the limit. */
export type LimitKey = (caller: Pick<KeyCaller, 'keyId' | 'rateLimit'>, reply: FastifyReply) => Promise<void>

export function limitKeys(): LimitKey {
  const limiters = new Map<number, RateLimiterMemory>()
  const limiterOf = (points: number): RateLimiterMemory => {
    const limiter = limiters.get(points) ?? new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
    limiters.set(points, limiter)
    return limiter
  }
  return async ({ keyId, rateLimit }, reply) => {
    const most = rateLimit * WINDOW_SECONDS
    const { isRefused, left, msBeforeNext } = await taken(limiterOf(most), keyId)
    reply.header('RateLimit-Policy', `"key";q=${most};w=${WINDOW_SECONDS}`)
    reply.header('RateLimit', `"key";r=${left};t=${Math.ceil(msBeforeNext / 1000)}`)
    if (isRefused) throw new AppError('tooManyRequests', { retryAfterSeconds: msBeforeNext / 1000 })
  }
}

async function taken(limiter: RateLimiterMemory, keyId: string) {
  try {
    const { remainingPoints: left, msBeforeNext } = await limiter.consume(keyId)
    return { isRefused: false, left, msBeforeNext }
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return { isRefused: true, left: 0, msBeforeNext: error.msBeforeNext }
  }
}
