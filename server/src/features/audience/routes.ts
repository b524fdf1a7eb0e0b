import { listContacts, listMergeFields, readContact as readContactCall } from '@notifly/contracts/audience'
import type { Deps } from '../../http/deps.ts'
import { pagedRoute, route, type Http } from '../../http/route.ts'
import { presentContacts, readContact } from './contacts.ts'
import { listFields } from './fields.ts'
import { countContacts, selectContacts } from './queries.ts'
import { createTotals } from './totals.ts'

export function audienceRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely
  const totalOf = createTotals(deps.clock)

  pagedRoute(http, listContacts, async ({ query, caller }) => {
    const { applicationId } = caller
    const filter = { applicationId, segmentId: query.segment_uuid, search: query.search }
    const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page }
    const [rows, total] = await Promise.all([
      selectContacts(db, filter, query.sort ?? '-added_on', page),
      totalOf(JSON.stringify(filter), () => countContacts(db, filter)),
    ])
    return { rows: await presentContacts(db, applicationId, rows), total }
  })

  route(http, listMergeFields, ({ caller }) => listFields(deps, caller.applicationId))

  route(http, readContactCall, ({ params, caller }) => readContact(db, caller.applicationId, params.uuid))
}
