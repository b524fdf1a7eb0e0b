import { readSenderAuthentication } from '@notifly/contracts/channel-settings/authentication'
import type { Deps } from '../../../http/deps.ts'
import { type Http, route } from '../../../http/route.ts'
import { authenticationOf, storedSettings } from '../channel-settings.ts'

export function senderAuthenticationRoutes(http: Http, deps: Deps): void {
  route(http, readSenderAuthentication, async ({ caller: { applicationId }, query }) => {
    const settings = await storedSettings(deps, applicationId, 'email')
    return settings && authenticationOf(deps)(applicationId, settings, { again: query.again === 'true' })
  })
}
