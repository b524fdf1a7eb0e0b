/**
 * How many browsers may subscribe for the first time. Each is a row, a contact and a message to a push service, and a script can invent
 * them. After a refusal the next page that the visitor opens tries again.
 */
import type { Pool } from 'pg'
import { createRateLimit, networkOf } from '../../lib/rate-limit.ts'

/** At one site from one network: an office, or the part of a town that shares an address of its carrier. */
export const PER_NETWORK = { name: 'sdk-new-network', attempts: 200, perSeconds: 3600, waitSeconds: 600 }
/** At one site from everywhere. */
const PER_SITE = { name: 'sdk-new-site', attempts: 5000, perSeconds: 3600, waitSeconds: 600 }

/** Throws tooManyAttempts. */
export type Admit = (applicationId: string, address: string) => Promise<void>

export function createNewcomers(pool: Pool): Admit {
  const [ofNetwork, ofSite] = [createRateLimit(pool, PER_NETWORK), createRateLimit(pool, PER_SITE)]
  return async (applicationId, address) => {
    // First the network: one that asks for too many takes nothing of the site's share.
    await ofNetwork.take(`${applicationId} ${networkOf(address, 48)}`)
    await ofSite.take(applicationId)
  }
}
