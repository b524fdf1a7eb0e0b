import {
  deleteApplication,
  listApplications,
  listApplicationStats,
  readApplication,
  readOverview,
  saveApplication,
  type Application,
} from '@notifly/contracts/applications/applications'
import type { Deps } from '../../http/deps.ts'
import { pagedRoute, route, uuidIn, type Http } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { findApplication } from './applications.ts'
import { removeApplication } from './delete-application.ts'
import { selectApplications } from './queries.ts'
import { createReach } from './reach.ts'
import { organizationOf, saveAs, capsOnWire } from './save-application.ts'
import { readApplicationOverview, readStats, statsOfAll } from './stats.ts'

export function applicationRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely
  const readReach = createReach(db, deps.clock)

  route(http, listApplicationStats, ({ caller }) => readStats(deps, readReach, caller.accountId))

  route(http, readOverview, ({ caller }) => readApplicationOverview(deps, readReach, caller.applicationId))

  pagedRoute(http, listApplications, async ({ query, caller }) => {
    const { rows, total } = await selectApplications(db, {
      accountId: caller.accountId,
      organizationId: query.organization_uuid,
      search: query.search,
      page: query.page,
      perPage: query.per_page,
    })
    return { rows: await presented(rows), total }
  })

  route(http, readApplication, async ({ params, caller }) => {
    const found = await findApplication(db, caller.accountId, params.uuid)
    if (found === null) throw new AppError('foreignObject')
    const filter = { accountId: caller.accountId, applicationId: found.applicationId, page: 1, perPage: 1 }
    const [application] = await presented((await selectApplications(db, filter)).rows)
    if (application === undefined) throw new AppError('foreignObject')
    return application
  })

  route(http, saveApplication, ({ body, caller }) => saveAs(deps, caller, body), {
    organizationOf: ({ body, caller }) => organizationOf(db, caller, body),
  })

  route(
    http,
    deleteApplication,
    ({ query, body, caller }) => removeApplication(deps, caller, query.application_uuid.toLowerCase(), body),
    { organizationOf: ({ query, caller }) => organizationOf(db, caller, { uuid: uuidIn(query, 'application_uuid') }) },
  )

  async function presented(rows: ApplicationRow[]): Promise<Application[]> {
    if (rows.length === 0) return []
    const ids = rows.map(row => row.application_id)
    const statsOf = await statsOfAll(deps, readReach, ids)
    return rows.map(row => ({ ...presentApplication(row), ...statsOf(row.application_id) }))
  }
}

type ApplicationRow = Awaited<ReturnType<typeof selectApplications>>['rows'][number]

function presentApplication(row: ApplicationRow) {
  return {
    uuid: row.application_id,
    app_id: row.application_id,
    application_uuid: row.application_id,
    slug: row.application_id,
    name: row.name,
    organization_uuid: row.organization_id,
    organization_name: row.organization_name,
    timezone: row.timezone,
    quiet_from: row.quiet_from,
    quiet_to: row.quiet_to,
    frequency_cap: capsOnWire(row.frequency_cap),
    undo_seconds: row.undo_seconds,
    utm: row.utm as Application['utm'],
    logo: row.logo,
    created_on: epochSeconds(row.created_at),
  }
}
