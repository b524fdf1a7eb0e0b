import type { Pool } from 'pg'
import { createRateLimit, type RateLimit } from '../../../lib/rate-limit.ts'

/** Attempts per typed address (whether or not it has an account) and per network of the caller. */
export interface AccountLimits {
  /** From one network on one address. */
  signInByPair: RateLimit
  /** From anywhere on one address: what networks without number may try together. */
  signInByEmail: RateLimit
  signInByNetwork: RateLimit
  /** From a browser that signed in to the account before; none of the others holds it up. */
  signInByDevice: RateLimit
  /** Mails to an address that any visitor may cause: sign-up, verification, a new address of an account. */
  mailByEmail: RateLimit
  /** Links for a new password, apart from all other mails: who is kept from them has some of them. */
  resetByEmail: RateLimit
  mailByNetwork: RateLimit
  /** Mails that an account asks for: to an address that it wants to have, and codes for its own. */
  mailByAccount: RateLimit
  /** Links that do not exist. */
  linksByNetwork: RateLimit
  /** Codes of a second factor, per account: a person who knows the password cannot try them all. */
  codeByAccount: RateLimit
  /** Passwords given to confirm who it is, per account: a person at an open browser cannot try them all. */
  confirmByAccount: RateLimit
}

const MINUTE = 60
const HOUR = 3600

const byPool = new WeakMap<Pool, AccountLimits>()

/** One set of counts per database, shared by all calls: without the database, the counts are in memory. */
export function accountLimits(pool: Pool): AccountLimits {
  const known = byPool.get(pool)
  if (known !== undefined) return known
  const limits = createAccountLimits(pool)
  byPool.set(pool, limits)
  return limits
}

function createAccountLimits(pool: Pool): AccountLimits {
  const limit = (name: string, attempts: number, perSeconds: number, waitSeconds?: number): RateLimit =>
    createRateLimit(pool, { name, attempts, perSeconds, ...(waitSeconds && { waitSeconds }) })
  return {
    signInByPair: limit('sign-in-pair', 5, 15 * MINUTE, 5 * MINUTE),
    signInByEmail: limit('sign-in-email', 50, HOUR, 15 * MINUTE),
    signInByNetwork: limit('sign-in-network', 100, 15 * MINUTE, 5 * MINUTE),
    signInByDevice: limit('sign-in-device', 5, 15 * MINUTE, 5 * MINUTE),
    mailByEmail: limit('mail-email', 5, HOUR),
    resetByEmail: limit('reset-email', 5, HOUR),
    mailByNetwork: limit('mail-network', 300, HOUR, 15 * MINUTE),
    mailByAccount: limit('mail-account', 10, HOUR),
    linksByNetwork: limit('links-network', 50, 15 * MINUTE, 15 * MINUTE),
    codeByAccount: limit('code-account', 5, 15 * MINUTE, 5 * MINUTE),
    confirmByAccount: limit('confirm-account', 5, 15 * MINUTE, 5 * MINUTE),
  }
}
