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
import { readEmail, testEmail } from './channel-settings.ts'
import { createEmailSettings, deleteEmailSettings, updateEmailSettings } from './commands.ts'

export function channelSettingsRoutes(http: Http, deps: Deps): void {
  const saved = { db: deps.database.kysely, secrets: deps.secrets }

  route(http, readEmailConfiguration, ({ caller }) => readEmail(saved, caller.applicationId))
  commandRoute(http, deps, createEmailConfiguration, createEmailSettings, ({ body }) => body)
  commandRoute(http, deps, updateEmailConfiguration, updateEmailSettings, ({ body }) => body)
  commandRoute(http, deps, deleteEmailConfiguration, deleteEmailSettings, () => ({}))
  route(http, testEmailConfiguration, ({ caller, body }) => testEmail(deps, caller.applicationId, body))
}
