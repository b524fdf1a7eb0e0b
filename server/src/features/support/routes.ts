import * as api from '@notifly/contracts/support/support'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { createTicket } from './support.ts'

export function supportRoutes(http: Http, deps: Deps): void {
  const limit = createRateLimit(deps.database.pool, { name: 'support-ticket', attempts: 5, perSeconds: 3600 })
  route(http, api.createTicket, async ({ body, caller }) => {
    await limit.take(caller.accountId)
    return { number: await createTicket(deps, caller, body) }
  })
}
