import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './app-error.ts'
import { hashToken } from './secrets.ts'

/** How many attempts are free, and what happens after them. */
export interface RateLimitRule {
  /** Separates the counts of this rule from those of others. */
  name: string
  attempts: number
  perSeconds: number
  /**
   * How long further attempts are refused after too many; then counting starts again. Absent: until `perSeconds` have passed since the
   * first of them, so that there are never more than `attempts` in that time.
   */
  waitSeconds?: number
}

/** Counts attempts per key (an address, a name) over all processes. */
export interface RateLimit {
  /** Counts one attempt. Throws tooManyAttempts, with the wait, if there were too many. */
  take(key: string): Promise<void>
  /** Takes back one attempt, because it succeeded. */
  giveBack(key: string): Promise<void>
  /** Forgets all attempts of a key. */
  forget(key: string): Promise<void>
}

/** Counts in PostgreSQL, and in memory while that is unreachable, so that an outage does not disable the limit. */
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

/** Networks of calling addresses: parsing an address takes longer than counting its calls. */
const networks = new Map<string, string>()
const NETWORKS_MAX = 10_000

/**
 * Returns an IPv4 address, or the first bits of an IPv6 address: 64 bits are one device or home, 48 what a provider may assign to one
 * subscriber (RFC 6177). Other texts are returned unchanged.
 */
export function networkOf(address: string, ipv6Bits: 48 | 64 = 64): string {
  const name = `${ipv6Bits} ${address}`
  const known = networks.get(name)
  if (known !== undefined) return known
  const network = readNetwork(address, ipv6Bits)
  if (networks.size >= NETWORKS_MAX) networks.clear()
  networks.set(name, network)
  return network
}

function readNetwork(address: string, ipv6Bits: 48 | 64): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : Buffer.from(parsed.toByteArray().slice(0, ipv6Bits / 8)).toString('hex')
}

/** Of fixed length, and useless to a reader of the table. */
function hashed(key: string): string {
  return hashToken(key).toString('base64url')
}
