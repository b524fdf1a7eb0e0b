import {
  createEmailConfiguration,
  deleteEmailConfiguration,
  readEmailConfiguration,
  testEmailConfiguration,
  updateEmailConfiguration,
} from '@notifly/contracts/channel-settings'
import type { Deps } from '../../http/deps.ts'
import { route, type Http } from '../../http/route.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { createEmail, deleteEmail, readEmail, testEmail, updateEmail } from './channel-settings.ts'

export function channelSettingsRoutes(http: Http, deps: Deps): void {
  route(http, readEmailConfiguration, ({ caller }) => readEmail(deps, caller.applicationId))
  route(http, createEmailConfiguration, ({ caller, body }) => createEmail(deps, caller, body))
  route(http, updateEmailConfiguration, ({ caller, body }) => updateEmail(deps, caller, body))
  route(http, deleteEmailConfiguration, ({ caller }) => deleteEmail(deps, caller))
  route(http, testEmailConfiguration, async ({ caller, body }) => {
    const result = await testEmail(deps, caller.applicationId, body)
    const { host, port_no, username } = body.configuration_setting
    const entry = {
      ...byCaller(caller),
      action: 'channel.test',
      object: { type: 'channel', id: null, name: 'email' },
      after: { host, port_no, username, ok: result.ok },
    } as const
    await recordAudit(deps.database.kysely, entry, deps.clock.now())
    return result
  })
}
