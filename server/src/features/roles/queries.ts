import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { DefaultRole } from './default-roles.ts'

type Db = Kysely<Tables>

export async function upsertDefaultRole(db: Db, role: DefaultRole): Promise<void> {
  const row = {
    name: role.name,
    role_group: role.group,
    sla_option: role.slaOption,
    sla_minutes: role.slaMinutes,
    permission_set: JSON.stringify(role.permissionSet),
  }
  await db
    .insertInto('role')
    .values({ role_id: role.roleId, organization_id: null, ...row })
    .onConflict(conflict => conflict.column('role_id').doUpdateSet(row))
    .execute()
}

interface RoleFilter {
  /** Null: somebody without an organization sees the default roles only. */
  organizationId: string | null
  roleId?: string | undefined
  search?: string | undefined
  page: number
  perPage: number
}

/** Default roles first, in their fixed order, then the organization's own by name. */
export async function selectRoles(db: Db, filter: RoleFilter) {
  const { organizationId, roleId, search } = filter
  const matching = db
    .selectFrom('role')
    .where(eb =>
      organizationId === null
        ? eb('role.organization_id', 'is', null)
        : eb.or([eb('role.organization_id', 'is', null), eb('role.organization_id', '=', organizationId)]),
    )
    .$if(roleId !== undefined, query => query.where('role.role_id', '=', roleId ?? ''))
    .$if(Boolean(search), query => query.where(sql<boolean>`position(lower(${search}) in lower(role.name)) > 0`))
  const rows = await matching
    .select(eb => [
      'role.role_id',
      'role.organization_id',
      'role.name',
      'role.role_group',
      'role.sla_option',
      'role.sla_minutes',
      'role.permission_set',
      eb
        .selectFrom('member')
        .whereRef('member.role_id', '=', 'role.role_id')
        .where('member.organization_id', '=', organizationId)
        .select(count => count.fn.countAll<number>().as('n'))
        .as('members'),
    ])
    .orderBy(sql`role.organization_id is not null`)
    .orderBy(sql`case when role.organization_id is null then role.role_id::text else lower(role.name) end`)
    .orderBy('role.role_id')
    .limit(filter.perPage)
    .offset((filter.page - 1) * filter.perPage)
    .execute()
  const { total } = await matching.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
