import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './app-error.ts'
import { hashToken } from './secrets.ts'

/** How many attempts are free, and what follows. */
export interface RateLimitRule {
  /** Sets the counts of one rule apart from those of another. */
  name: string
  attempts: number
  perSeconds: number
  /**
   * How long all further attempts are refused once there were too many; then the count begins anew. Absent: until
   * `perSeconds` have passed since the first of them, so that there are never more than `attempts` in that time.
   */
  waitSeconds?: number
}

/** Counts attempts per key (an address, a name) over all processes. */
export interface RateLimit {
  /** Counts one attempt. Throws tooManyAttempts with the wait when there were too many. */
  take(key: string): Promise<void>
  /** Takes one attempt back: it was a good one. */
  giveBack(key: string): Promise<void>
  /** Forgets all attempts of a key. */
  forget(key: string): Promise<void>
}

/** Counts in PostgreSQL, and in memory while that cannot be reached, so that an outage opens no door. */
export function createRateLimit(pool: Pool, rule: RateLimitRule): RateLimit {
  const options = {
    keyPrefix: rule.name,
    points: rule.attempts,
    duration: rule.perSeconds,
    blockDuration: rule.waitSeconds ?? 0,
  }
  const limiter = new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    insuranceLimiter: new RateLimiterMemory(options),
  })
  return {
    async take(key) {
      try {
        await limiter.consume(hashed(key))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw new AppError('tooManyAttempts', { retryAfterSeconds: error.msBeforeNext / 1000 })
      }
    },
    giveBack: async key => void (await limiter.reward(hashed(key))),
    forget: async key => void (await limiter.delete(hashed(key))),
  }
}

/**
 * An IPv4 address, or the first bits of an IPv6 one: 64 are what one device or home uses at a time, 48 what a provider may give to one
 * subscriber (RFC 6177). Text that is no address stays as it is.
 */
export function networkOf(address: string, ipv6Bits: 48 | 64 = 64): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : Buffer.from(parsed.toByteArray().slice(0, ipv6Bits / 8)).toString('hex')
}

/** Of one length for any key, and nothing that a reader of the table could use. */
function hashed(key: string): string {
  return hashToken(key).toString('base64url')
}
