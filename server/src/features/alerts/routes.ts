import * as api from '@notifly/contracts/alerts/alerts'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { addBrowser, chooseKinds, readOwnAlerts, removeBrowser } from './browsers.ts'

export function alertRoutes(http: Http, deps: Deps): void {
  route(http, api.readAlerts, ({ caller }) => readOwnAlerts(deps, caller))
  route(http, api.chooseAlerts, ({ caller, body }) => chooseKinds(deps, caller, body))
  route(http, api.addAlertBrowser, ({ caller, body }) => addBrowser(deps, caller, body))
  route(http, api.removeAlertBrowser, ({ caller, params }) => removeBrowser(deps, caller, params.uuid))
}
