import { sentence } from '@notifly/contracts/sentences/sentence'
import * as api from '@notifly/contracts/support/support'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { createTicket } from './support.ts'

const HOURLY = 5
const HOUR_SECONDS = 3600

export function supportRoutes(http: Http, deps: Deps): void {
  const limit = createRateLimit(deps.database.pool, {
    name: 'support-ticket',
    attempts: HOURLY,
    perSeconds: HOUR_SECONDS,
  })
  route(http, api.createTicket, async ({ body, caller }) => {
    await limit.take(caller.accountId).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      const { retryAfterSeconds = HOUR_SECONDS } = error
      const minutes = Math.ceil(retryAfterSeconds / 60)
      throw new AppError('tooManyAttempts', {
        ...sentence('support.tooMany', { limit: HOURLY, minutes }),
        retryAfterSeconds,
      })
    })
    return { number: await createTicket(deps, caller, body) }
  })
}
