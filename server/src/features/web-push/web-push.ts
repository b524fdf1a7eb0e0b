/**
 * Web push, from the settings to the browser. A team sets up its site with the prompts that ask visitors (settings/), and a certificate
 * where Safari 7 to 15 are to be asked too (safari/). The site loads our script, which shows the prompts and reports who subscribed
 * (visitors/); a new browser is greeted by a job. From then on it is a device of a contact, and the engine sends to it.
 */
import type { Deps } from '../../http/deps.ts'
import type { Http } from '../../http/route.ts'
import type { AnyCommand } from '../approvals/approvals.ts'
import { safariCommands } from './safari/commands.ts'
import { safariPublicRoutes } from './safari/public-routes.ts'
import { safariSettingsRoutes } from './safari/routes.ts'
import { siteCommands } from './settings/commands.ts'
import { siteRoutes } from './settings/routes.ts'
import { sdkRoutes } from './visitors/routes.ts'

export { certificateEnd } from './safari/safari.ts'

export const webPushCommands: readonly AnyCommand[] = [...siteCommands, ...safariCommands]

export function webPushRoutes(http: Http, deps: Deps): void {
  siteRoutes(http, deps)
  safariSettingsRoutes(http, deps)
  safariPublicRoutes(http, deps)
  sdkRoutes(http, deps)
}
