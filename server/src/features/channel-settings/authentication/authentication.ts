/** What is known of an application's sender domain: looked up when asked, kept for a minute, shared by all who ask meanwhile. */
import type { SenderAuthentication } from '@notifly/contracts/channel-settings/authentication'
import type { Chosen } from '@notifly/contracts/channel-settings/channels'
import type { Deps } from '../../../http/deps.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { createRateLimit } from '../../../lib/rate-limit.ts'
import { Places } from '../../../lib/work-pool/places.ts'
import { AnswerCache } from './answer-cache.ts'
import { authenticate, senderOf } from './sender-authentication.ts'

/** Per application. An open dashboard makes one request a minute at most; the rest is for "Check again". */
const PER_HOUR = { name: 'dns-check', attempts: 180, perSeconds: 3600 }
const places = new Places({ places: 20, placesPerKey: 2, waitingPerKey: 4, waitingMax: 100, waitMs: 10_000 })
const KEPT_MS = 60_000
const KEPT_MOST = 1000

/** Null for settings without a sender's domain. Rejects with tooManyRequests. */
type Authentication = (
  applicationId: string,
  settings: Chosen,
  options?: { again: boolean },
) => Promise<SenderAuthentication | null>

const ofDeps = new WeakMap<Deps, Authentication>()

export function authenticationOf(deps: Deps): Authentication {
  const known = ofDeps.get(deps) ?? createAuthentication(deps)
  ofDeps.set(deps, known)
  return known
}

function createAuthentication({ clock, config, database }: Deps): Authentication {
  const limit = createRateLimit(database.pool, PER_HOUR)
  const kept = new AnswerCache<SenderAuthentication>({ clock, keptMs: KEPT_MS, most: KEPT_MOST })
  return async (applicationId, settings, { again } = { again: false }) => {
    const sender = senderOf(settings, config.bounce.domain)
    if (sender === null) return null
    const ask = async (): Promise<SenderAuthentication> => {
      await limit.take(applicationId)
      const leave = await places.take(applicationId)
      try {
        const checked_on = epochSeconds(clock.now())
        return { ...(await authenticate(sender, config.dnsServers)), checked_on }
      } finally {
        leave()
      }
    }
    return kept.get(JSON.stringify([applicationId, sender]), ask, { again })
  }
}
