/**
 * Limits checks that connect to an address which a tenant typed and report the result: tests of settings, checks of sites. An application
 * may run few at a time, so that slow addresses do not delay other tenants, and few per hour, so that they cannot be used to map a network.
 */
import type { Pool } from 'pg'
import { createRateLimit } from '../rate-limit.ts'
import { Places } from '../work-pool/places.ts'

/** Per application. */
export const PER_HOUR = { name: 'outbound-check', attempts: 60, perSeconds: 3600, waitSeconds: 600 }

const places = new Places({ places: 20, placesPerKey: 2, waitingPerKey: 4, waitingMax: 100, waitMs: 30_000 })

export interface OutboundChecks {
  /** Runs `check` when its application has a place. Throws tooManyAttempts, tooManyRequests or unavailable. */
  run<T>(applicationId: string, check: () => Promise<T>): Promise<T>
}

export function createOutboundChecks(pool: Pool): OutboundChecks {
  const limit = createRateLimit(pool, PER_HOUR)
  return {
    async run(applicationId, check) {
      await limit.take(applicationId)
      const leave = await places.take(applicationId)
      try {
        return await check()
      } finally {
        leave()
      }
    },
  }
}
