import { exportAudit, listAudit, listAuditActors, listUsageLogs } from '@notifly/contracts/audit/audit'
import { selectTimezone } from '../../db/application-timezone.ts'
import { listRead } from '../../db/fair-places.ts'
import type { Caller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { pagedRoute, rawRoute, route, type Http, type Input } from '../../http/route.ts'
import { printedRows, sendCsv } from '../../http/send-csv.ts'
import { daysGiven } from '../../lib/time/day-range.ts'
import { CSV_HEADER, presentEntry, printEntry } from './present.ts'
import { selectActors, selectEntries, selectEntriesAfter, type AuditFilter, type AuditRow } from './read-queries.ts'

export function auditRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  pagedRoute(http, listAudit, async ({ query, caller }) => {
    return pageOf(await filterOf(query, caller), query)
  })

  pagedRoute(http, listUsageLogs, async ({ query, caller }) => {
    return pageOf(await filterOf({ ...query, application_uuid: caller.applicationId }, caller), query)
  })

  route(http, listAuditActors, async ({ caller: { organizationId } }) => {
    const people = organizationId === null ? [] : await selectActors(db, organizationId)
    return people.map(({ account_id, name, email }) => ({ uuid: account_id, name, email }))
  })

  rawRoute(http, exportAudit, async ({ query, caller, reply }) =>
    sendCsv(reply, 'audit-trail.csv', printed(await filterOf(query, caller))),
  )

  async function pageOf(filter: AuditFilter | null, { page, per_page }: { page: number; per_page: number }) {
    if (filter === null) return { rows: [], total: 0 }
    const { rows, total } = await listRead(db, placeOf(filter), tx =>
      selectEntries(tx, filter, { page, perPage: per_page }),
    )
    return { rows: rows.map(presentEntry), total }
  }

  /** Null for a caller without any organization. */
  async function filterOf(query: Input<typeof exportAudit>['query'], caller: Caller): Promise<AuditFilter | null> {
    const { application_uuid, actor, action, object, from, to, search } = query
    if (caller.organizationId === null) return null
    return {
      action,
      search,
      ...daysGiven({ from, to }, await selectTimezone(db, caller.applicationId)),
      organizationId: caller.organizationId,
      applicationId: application_uuid?.toLowerCase(),
      actor: actor?.toLowerCase(),
      object: object?.toLowerCase(),
    }
  }

  async function* printed(filter: AuditFilter | null): AsyncGenerator<string> {
    yield CSV_HEADER
    if (filter === null) return
    const read = (last: AuditRow | null, limit: number) =>
      listRead(db, placeOf(filter), tx => selectEntriesAfter(tx, filter, last, limit))
    yield* printedRows(read, printEntry)
  }
}

/** The key of a read's turn. */
function placeOf({ applicationId, organizationId }: AuditFilter): string {
  return applicationId ?? organizationId
}
