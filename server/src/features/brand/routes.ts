import * as api from '@notifly/contracts/brand/brand'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { readBrand, saveBrand } from './brand.ts'

export function brandRoutes(http: Http, deps: Deps): void {
  route(http, api.readBrand, ({ caller }) => readBrand(deps, deps.database.kysely, caller.applicationId))
  route(http, api.saveBrand, ({ caller, body }) => saveBrand(deps, caller, body))
}
