/**
 * How many browsers one network may subscribe to a site for the first time. Each is a row, a contact and a message to a push service, and
 * a script can invent them. After a refusal the next page that the visitor opens tries again. All networks together are bounded by the
 * application's quota of contacts: a limit of the site as a whole would let a few networks keep its visitors out.
 */
import type { Pool } from 'pg'
import { createRateLimit, networkOf } from '../../../lib/rate-limit.ts'

/** An office, or the part of a town that shares an address of its carrier. */
export const NEWCOMERS = { name: 'sdk-new-network', attempts: 200, perSeconds: 3600, waitSeconds: 600 }

/** Throws tooManyAttempts. */
export type Admit = (applicationId: string, address: string) => Promise<void>

export function createNewcomers(pool: Pool): Admit {
  const limit = createRateLimit(pool, NEWCOMERS)
  return (applicationId, address) => limit.take(`${applicationId} ${networkOf(address, 48)}`)
}
