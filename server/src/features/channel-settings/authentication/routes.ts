import { readSenderAuthentication, type SenderAuthentication } from '@notifly/contracts/channel-settings/authentication'
import type { Deps } from '../../../http/deps.ts'
import { type Http, route } from '../../../http/route.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { createRateLimit } from '../../../lib/rate-limit.ts'
import { Places } from '../../../lib/work-pool/places.ts'
import { storedSettings } from '../channel-settings.ts'
import { KeptAnswers } from './kept-answers.ts'
import { authenticate, senderOf } from './sender-authentication.ts'

/** Per application. An open dashboard makes one request a minute at most; the rest is for "Check again". */
const PER_HOUR = { name: 'dns-check', attempts: 180, perSeconds: 3600 }
const places = new Places({ places: 20, placesPerKey: 2, waitingPerKey: 4, waitingMax: 100, waitMs: 10_000 })
const KEPT_MS = 60_000
const KEPT_MOST = 1000

export function senderAuthenticationRoutes(http: Http, deps: Deps): void {
  const { clock, config, database } = deps
  const limit = createRateLimit(database.pool, PER_HOUR)
  const kept = new KeptAnswers<SenderAuthentication>({ clock, keptMs: KEPT_MS, most: KEPT_MOST })

  route(http, readSenderAuthentication, async ({ caller: { applicationId }, query }) => {
    const settings = await storedSettings(deps, applicationId, 'email')
    const sender = settings && senderOf(settings, config.bounce.domain)
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
    return kept.get(JSON.stringify([applicationId, sender]), ask, { again: query.again === 'true' })
  })
}
