import {
  createEmailConfiguration,
  deleteEmailConfiguration,
  readEmailConfiguration,
  testEmailConfiguration,
  updateEmailConfiguration,
} from '@notifly/contracts/channel-settings'
import type { Deps } from '../../http/deps.ts'
import { route, type Http } from '../../http/route.ts'
import { commandRoute } from '../approvals/approvals.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { readEmail, testEmail } from './channel-settings.ts'
import { createEmailSettings, deleteEmailSettings, updateEmailSettings } from './commands.ts'

export function channelSettingsRoutes(http: Http, deps: Deps): void {
  const saved = { db: deps.database.kysely, secrets: deps.secrets }

  route(http, readEmailConfiguration, ({ caller }) => readEmail(saved, caller.applicationId))
  commandRoute(http, deps, createEmailConfiguration, createEmailSettings, ({ body }) => body)
  commandRoute(http, deps, updateEmailConfiguration, updateEmailSettings, ({ body }) => body)
  commandRoute(http, deps, deleteEmailConfiguration, deleteEmailSettings, () => ({}))
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
