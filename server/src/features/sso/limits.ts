import type { Pool } from 'pg'
import { createRateLimit, type RateLimit } from '../../lib/rate-limit.ts'
import { accountLimits } from '../accounts/accounts.ts'

/** A click on a provider's button takes one of each; what fails is not given back. */
export interface SsoLimits {
  beginByNetwork: RateLimit
  verifyByNetwork: RateLimit
  /** Mails to an address that no provider vouches for: it may belong to any person, and gets no more mails than our own pages send. */
  mailByEmail: RateLimit
}

const MINUTE = 60

export function createSsoLimits(pool: Pool): SsoLimits {
  const limit = (name: string, attempts: number, perSeconds: number): RateLimit =>
    createRateLimit(pool, { name, attempts, perSeconds, waitSeconds: 5 * MINUTE })
  return {
    beginByNetwork: limit('sso-begin', 300, 15 * MINUTE),
    verifyByNetwork: limit('sso-verify', 100, 15 * MINUTE),
    mailByEmail: accountLimits(pool).mailByEmail,
  }
}
