import {
  createEmailConfiguration,
  deleteEmailConfiguration,
  readEmailConfiguration,
  testEmailConfiguration,
  updateEmailConfiguration,
} from '@notifly/contracts/channel-settings'
import type { Deps } from '../../http/deps.ts'
import { route, type Http } from '../../http/route.ts'
import { createEmail, deleteEmail, readEmail, testEmail, updateEmail } from './channel-settings.ts'

export function channelSettingsRoutes(http: Http, deps: Deps): void {
  route(http, readEmailConfiguration, ({ caller }) => readEmail(deps, caller.applicationId))
  route(http, createEmailConfiguration, ({ caller, body }) => createEmail(deps, caller, body))
  route(http, updateEmailConfiguration, ({ caller, body }) => updateEmail(deps, caller, body))
  route(http, deleteEmailConfiguration, ({ caller }) => deleteEmail(deps, caller))
  route(http, testEmailConfiguration, ({ caller, body }) => testEmail(deps, caller.applicationId, body))
}
