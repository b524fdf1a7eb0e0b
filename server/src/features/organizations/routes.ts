import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  updateOrganization,
  type Organization,
} from '@notifly/contracts/organizations/organizations'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Deps } from '../../http/deps.ts'
import { pagedRoute, route, type Http } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { changeOrganization } from './change-organization.ts'
import { removeOrganization } from './delete-organization.ts'
import { actInOwn } from './organizations.ts'
import { countOwned, insertOrganization, selectOrganizations } from './queries.ts'

/** Each organization has its own limits, so their number is limited as well. */
const MOST_OWNED = 50

export function organizationRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  pagedRoute(http, listOrganizations, async ({ query, caller }) => {
    if (query.uuid !== undefined) await actInOwn(db, caller, query.uuid)
    const { rows, total } = await selectOrganizations(db, {
      accountId: caller.accountId,
      organizationId: query.uuid,
      search: query.search,
      page: query.page,
      perPage: query.per_page,
    })
    return { rows: rows.map(presentOrganization), total }
  })

  route(http, createOrganization, async ({ body, caller }) => {
    const organizationId = uuidv7()
    const { strength, language } = body.meta_object ?? { strength: '1-50', language: 'Hindi' }
    const ids = { organizationId, accountId: caller.accountId, roleId: DEFAULT_ROLE_IDS.owner }
    const fields = { name: body.name, strength, language, app_name: body.appName, preferred_app: body.preferedApp }
    const now = deps.clock.now()
    await db.transaction().execute(async tx => {
      if ((await countOwned(tx, caller.accountId, DEFAULT_ROLE_IDS.owner)) >= MOST_OWNED) {
        throw new AppError('conflict', sentence('accounts.mostOrganizations', { most: MOST_OWNED }))
      }
      await insertOrganization(tx, ids, fields, now)
      const object = { type: 'organization', id: organizationId, name: body.name }
      const by = { ...byCaller(caller), organizationId, applicationId: null }
      await recordAudit(tx, { ...by, action: 'organization.create', object, after: fields }, now)
    })
    return { org_id: organizationId }
  })

  route(http, updateOrganization, async ({ query, body, caller }) => {
    const organizationId = await changeOrganization(deps, caller, query.uuid, body)
    const filter = { accountId: caller.accountId, organizationId, page: 1, perPage: 1 }
    const [row] = (await selectOrganizations(db, filter)).rows
    if (row === undefined) throw new AppError('foreignObject')
    return presentOrganization(row)
  })

  route(http, deleteOrganization, ({ query, body, caller }) => removeOrganization(deps, caller, query.uuid, body))
}

type OrganizationRow = Awaited<ReturnType<typeof selectOrganizations>>['rows'][number]

function presentOrganization(row: OrganizationRow): Organization {
  return {
    uuid: row.organization_id,
    org_id: row.organization_id,
    name: row.name,
    meta_object: {
      strength: row.strength as Organization['meta_object']['strength'],
      language: row.language as Organization['meta_object']['language'],
      two_people: row.two_people,
    },
    appName: row.app_name,
    preferedApp: row.preferred_app,
    role: { uuid: row.role_id, name: row.role_name },
    permission_set: row.permission_set as Organization['permission_set'],
    members: row.members ?? 0,
    applications: row.applications ?? 0,
    created_on: epochSeconds(row.created_at),
  }
}
