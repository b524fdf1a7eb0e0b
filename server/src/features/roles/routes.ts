import {
  createRole,
  deleteRole,
  type Granter,
  listGranters,
  listRoles,
  type Role,
  type roleBody,
  updateRole,
} from '@notifly/contracts/roles/roles'
import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type * as z from 'zod/mini'
import type { Db } from '../../db/schema/tables.ts'
import { type Caller, hasLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { type Input, pagedRoute, route, uuidIn, type Http } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { addRole, changeRole, removeRole, type Member } from './change-role.ts'
import { selectGranters, selectOrganizationOfRole, selectRoles, type RoleFields } from './queries.ts'
import { DEFAULT_ROLE_IDS, isGrantable } from './roles.ts'

const GRANTERS = 5
/** This many roles are searched for those that the caller may assign. */
const MOST_GRANTABLE = 1000

export function roleRoutes(http: Http, { database, clock }: Deps): void {
  const db = database.kysely
  const changeBy = (caller: Member) => ({ caller, now: clock.now() })

  pagedRoute(http, listRoles, ({ query, caller }) => readRoles(db, caller, query))

  route(http, createRole, async ({ body, caller }) => {
    const member = asMember(caller)
    return readRole(member.organizationId, await addRole(db, changeBy(member), fieldsOf(body)))
  })

  /** A role that names no organization beside it is judged where it belongs. */
  const organizationOf = async ({ query }: { query: unknown }) => {
    const named = uuidIn(query, 'organization_uuid')
    const roleId = uuidIn(query, 'uuid')
    return named ?? (roleId === undefined ? undefined : selectOrganizationOfRole(db, roleId))
  }

  route(
    http,
    updateRole,
    async ({ query, body, caller }) => {
      const member = asMember(caller)
      await changeRole(db, changeBy(member), query.uuid.toLowerCase(), fieldsOf(body))
      return readRole(member.organizationId, query.uuid)
    },
    { organizationOf },
  )

  route(http, deleteRole, ({ query, caller }) => removeRole(db, changeBy(asMember(caller)), query.uuid.toLowerCase()), {
    organizationOf,
  })

  route(http, listGranters, async ({ query, caller }) => {
    const { organizationId } = await http.callers.actIn(caller, query.organization_uuid)
    if (organizationId === null) return []
    const rows = await selectGranters(db, organizationId, [DEFAULT_ROLE_IDS.owner, DEFAULT_ROLE_IDS.admin], GRANTERS)
    return rows.map((row): Granter => ({
      name: row.name,
      email: row.email,
      role: { uuid: row.role_id, name: row.role_name },
    }))
  })

  async function readRole(organizationId: string, roleId: string): Promise<Role> {
    const [row] = (await selectRoles(db, { organizationId, roleId, page: 1, perPage: 1 })).rows
    if (row === undefined) throw new AppError('notFound')
    return presentRole(row)
  }
}

/** All roles for callers who may read them; the assignable ones for those who may only invite people. */
async function readRoles(db: Db, caller: Caller, query: Input<typeof listRoles>['query']) {
  const filter = { organizationId: caller.organizationId, roleId: query.uuid, search: query.search }
  const { page, per_page: perPage } = query
  if (caller.organizationId === null || hasLevel(caller, ACTIVITY.roles, LEVEL.read)) {
    const { rows, total } = await selectRoles(db, { ...filter, page, perPage })
    return { rows: rows.map(presentRole), total }
  }
  const { rows } = await selectRoles(db, { ...filter, page: 1, perPage: MOST_GRANTABLE })
  const grantable = rows.filter(row => isGrantable(caller, row))
  const shown = grantable.slice((page - 1) * perPage, page * perPage)
  return { rows: shown.map(presentRole), total: grantable.length }
}

/** Roles belong to an organization, which a new account does not have yet. */
function asMember(caller: Caller): Member {
  const { organizationId } = caller
  if (organizationId === null) throw new AppError('forbidden', sentence('roles.noOrganization'))
  return { ...caller, organizationId }
}

function fieldsOf(body: z.output<typeof roleBody>): RoleFields {
  return {
    name: body.name,
    group: body.group,
    slaOption: body.slaOptions,
    slaMinutes: body.slaDuration,
    permissionSet: body.permission_set,
  }
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
