import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import { verifyReceivers } from '@notifly/contracts/receivers/receivers'
import { requireLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { route, type Http } from '../../http/route.ts'
import { verifyTyped } from './receivers.ts'

export function receiverRoutes(http: Http, { database }: Deps): void {
  route(http, verifyReceivers, ({ caller, body }) => {
    requireLevel(caller, body.platform === 'whatsapp' ? ACTIVITY.campaignWhatsapp : ACTIVITY.campaignEmail, LEVEL.read)
    return verifyTyped(database.kysely, caller.applicationId, body)
  })
}
