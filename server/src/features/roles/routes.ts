import { listRoles, type Role } from '@notifly/contracts/roles'
import type { Deps } from '../../http/deps.ts'
import { pagedRoute, type Http } from '../../http/route.ts'
import { selectRoles } from './queries.ts'

export function roleRoutes(http: Http, { database }: Deps): void {
  pagedRoute(http, listRoles, async ({ query, caller }) => {
    const { rows, total } = await selectRoles(database.kysely, {
      organizationId: caller.organizationId,
      roleId: query.uuid,
      search: query.search,
      page: query.page,
      perPage: query.per_page,
    })
    return { rows: rows.map(presentRole), total }
  })
}

type RoleRow = Awaited<ReturnType<typeof selectRoles>>['rows'][number]

function presentRole(row: RoleRow): Role {
  return {
    uuid: row.role_id,
    name: row.name,
    group: row.role_group as Role['group'],
    slaOptions: row.sla_option as Role['slaOptions'],
    slaDuration: row.sla_minutes,
    permission_set: row.permission_set as Role['permission_set'],
    is_default: row.organization_id === null,
    members: row.members ?? 0,
  }
}
