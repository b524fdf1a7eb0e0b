import * as api from '@notifly/contracts/consent/consent'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { withoutAddresses } from '../../lib/addresses.ts'
import { commandRoute } from '../approvals/approvals.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import * as commands from './commands.ts'
import { changeByHand } from '../../people/consent/by-hand.ts'
import { readConsent, standingFor, WISH_FIELDS } from './consent.ts'

export function consentRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  route(http, api.readConsent, ({ params, caller }) =>
    readConsent(db, { applicationId: caller.applicationId, contactId: params.uuid.toLowerCase() }),
  )

  route(http, api.unsubscribeContact, async ({ params, body: { channel, topic_uuid, reason }, caller }) => {
    const { applicationId, accountId } = caller
    const contactId = params.uuid.toLowerCase()
    const now = deps.clock.now()
    const topicId = topic_uuid?.toLowerCase() ?? null
    await db.transaction().execute(async tx => {
      const key = { applicationId, contactId }
      const wish = { channel, topicId, status: 'unsubscribed', accountId, reason } as const
      const before = await standingFor(tx, key, wish)
      await changeByHand(tx, key, wish, now)
      const object = { type: 'contact', id: contactId, name: '' }
      const after = { ...(await standingFor(tx, key, wish)), reason: withoutAddresses(reason) }
      const what = { action: 'consent.unsubscribe', object, before, after, always: WISH_FIELDS } as const
      await recordAudit(tx, { ...byCaller(caller), ...what }, now)
    })
  })

  commandRoute(http, deps, api.resubscribeContact, commands.resubscribeContact, ({ params, body }) => ({
    uuid: params.uuid.toLowerCase(),
    channel: body.channel,
    reason: body.reason,
    ...(body.topic_uuid !== undefined && { topic_uuid: body.topic_uuid.toLowerCase() }),
  }))
}
