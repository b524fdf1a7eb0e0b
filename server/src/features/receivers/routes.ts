import { verifyReceivers } from '@notifly/contracts/sms'
import type { Deps } from '../../http/deps.ts'
import { route, type Http } from '../../http/route.ts'
import { verifyTyped } from './receivers.ts'

export function receiverRoutes(http: Http, { database }: Deps): void {
  route(http, verifyReceivers, ({ caller, body }) => verifyTyped(database.kysely, caller.applicationId, body))
}
