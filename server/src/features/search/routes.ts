import * as api from '@notifly/contracts/search/search'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { searchAll } from './search.ts'

export function searchRoutes(http: Http, { database }: Deps): void {
  route(http, api.searchAll, ({ query, caller }) => searchAll(database.kysely, caller, query.q))
}
