/** Front door of roles: what a membership grants, and who may hand what on. */
import { ACTIVITY_IDS, LEVEL, type Level, type PermissionSet } from '@notifly/contracts/roles/activities'
import { beyond } from '@notifly/contracts/roles/permissions'
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

/** Brings the stored default roles up to this version of the product. Idempotent; called at every start. */
export async function ensureDefaultRoles(db: Db): Promise<void> {
  for (const role of DEFAULT_ROLES) await upsertDefaultRole(db, role)
}

/** What a stored permission set grants; null (no role) grants nothing. Unknown activities of other versions are left out. */
export function levelsOf(permissionSet: unknown): Levels {
  const stored = (permissionSet ?? {}) as Partial<Record<string, [number, number]>>
  return new Map(
    ACTIVITY_IDS.map(activity => {
      const [level, approve] = stored[activity] ?? [LEVEL.none, 0]
      return [activity, { level: level as Level, approve: approve === 1 }]
    }),
  )
}

/** Owner and Admin run the organization itself: its name, its applications, its bills. */
export function runsOrganization(roleId: string | null): boolean {
  return roleId !== null && RUNS_ORGANIZATION.includes(roleId)
}

/**
 * A role that members of the organization may have: one of the default ones or its own. Undefined for any other. A
 * transaction that goes on to give it locks it (`forShare`), so that it is not deleted meanwhile.
 */
export function findRole(
  db: Db,
  organizationId: string,
  roleId: string,
  lock?: 'forShare',
): Promise<RoleRow | undefined> {
  return selectRole(db, { organizationId, roleId }, lock)
}

/** The person who gives a role: what matters for that. */
export type Granting = Pick<Caller, 'roleId' | 'levels'>

interface GivenRole {
  role_id: string
  permission_set: unknown
}

/** Whether `requireGrantable` lets the caller give or take this role. */
export function isGrantable(caller: Granting, role: GivenRole): boolean {
  const isOwners = role.role_id === DEFAULT_ROLE_IDS.owner && caller.roleId !== DEFAULT_ROLE_IDS.owner
  return !isOwners && beyond(ownSet(caller), role.permission_set as PermissionSet).length === 0
}

/**
 * Throws forbidden unless `caller` may give or take this role: each of its levels and approve flags has to be within their
 * own, and only an Owner makes or unmakes an Owner.
 */
export function requireGrantable(caller: Granting, role: GivenRole): void {
  if (role.role_id === DEFAULT_ROLE_IDS.owner && caller.roleId !== DEFAULT_ROLE_IDS.owner) {
    throw new AppError('forbidden', sentence('roles.owner'))
  }
  requireWithin(caller, role.permission_set as PermissionSet)
}

/** Throws forbidden, with the activities in question in `data`, when a permission set grants what the caller does not have. */
export function requireWithin(caller: Granting, permissionSet: PermissionSet): void {
  const activities = beyond(ownSet(caller), permissionSet)
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
