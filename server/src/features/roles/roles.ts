/** Front door of roles: the rights of a membership, and who may grant them. */
import { ACTIVITY_IDS, LEVEL, type Level, type PermissionSet } from '@notifly/contracts/roles/activities'
import { exceedingActivities } from '@notifly/contracts/roles/permissions'
import { DEFAULT_ROLE_IDS } from '@notifly/contracts/roles/roles'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Caller, Levels } from '../../http/caller.ts'
import { AppError } from '../../lib/app-error.ts'
import { DEFAULT_ROLES } from './default-roles.ts'
import { selectRole, upsertDefaultRole, type RoleRow } from './queries.ts'
import { RUNS_ORGANIZATION } from './runner-queries.ts'

export { DEFAULT_ROLE_IDS }
export { selectRunner, selectRunners } from './runner-queries.ts'

/** Updates the stored default roles to this version of the product. Idempotent; called at every start. */
export async function ensureDefaultRoles(db: Db): Promise<void> {
  for (const role of DEFAULT_ROLES) await upsertDefaultRole(db, role)
}

/** The rights of a stored permission set; null (no role) has none. Unknown activities of other versions are ignored. */
export function levelsOf(permissionSet: unknown): Levels {
  const stored = (permissionSet ?? {}) as Partial<Record<string, [number, number]>>
  return new Map(
    ACTIVITY_IDS.map(activity => {
      const [level, approve] = stored[activity] ?? [LEVEL.none, 0]
      return [activity, { level: level as Level, approve: approve === 1 }]
    }),
  )
}

/** Owner and Admin manage the organization itself: its name, applications and bills. */
export function runsOrganization(roleId: string | null): boolean {
  return roleId !== null && RUNS_ORGANIZATION.includes(roleId)
}

/**
 * A role that members of the organization may have: a default role or its own; undefined for any other. A transaction that assigns the role
 * locks it (`forShare`), so that it is not deleted meanwhile.
 */
export function findRole(
  db: Db,
  organizationId: string,
  roleId: string,
  lock?: 'forShare',
): Promise<RoleRow | undefined> {
  return selectRole(db, { organizationId, roleId }, lock)
}

/** The rights of the person who assigns a role. */
export type Granting = Pick<Caller, 'roleId' | 'levels'>

interface GivenRole {
  role_id: string
  permission_set: unknown
}

/** Whether `requireGrantable` allows the caller to assign or remove this role. */
export function isGrantable(caller: Granting, role: GivenRole): boolean {
  const isOwners = role.role_id === DEFAULT_ROLE_IDS.owner && caller.roleId !== DEFAULT_ROLE_IDS.owner
  return !isOwners && exceedingActivities(ownSet(caller), role.permission_set as PermissionSet).length === 0
}

/**
 * Throws forbidden unless `caller` may assign or remove this role: each of its levels and approve flags must be within their own, and only
 * an Owner can make someone an Owner, or no longer one.
 */
export function requireGrantable(caller: Granting, role: GivenRole): void {
  if (role.role_id === DEFAULT_ROLE_IDS.owner && caller.roleId !== DEFAULT_ROLE_IDS.owner) {
    throw new AppError('forbidden', sentence('roles.owner'))
  }
  requireWithin(caller, role.permission_set as PermissionSet)
}

/** Throws forbidden, with the activities in `data`, if a permission set grants what the caller does not have. */
export function requireWithin(caller: Granting, permissionSet: PermissionSet): void {
  const activities = exceedingActivities(ownSet(caller), permissionSet)
  if (activities.length > 0) {
    throw new AppError('forbidden', {
      ...sentence('roles.beyond'),
      data: { activities },
    })
  }
}

function ownSet({ levels }: Granting): PermissionSet {
  return Object.fromEntries([...levels].map(([activity, own]) => [activity, [own.level, own.approve ? 1 : 0]]))
}
