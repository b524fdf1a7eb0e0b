/** Front door of roles: what a membership grants. */
import { ACTIVITY_IDS, LEVEL, type Level } from '@notifly/contracts/activities'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { Levels } from '../../http/caller.ts'
import { DEFAULT_ROLE_IDS, DEFAULT_ROLES } from './default-roles.ts'
import { upsertDefaultRole } from './queries.ts'

export { DEFAULT_ROLE_IDS } from './default-roles.ts'

/** Brings the stored default roles up to this version of the product. Idempotent; called at every start. */
export async function ensureDefaultRoles(db: Kysely<Tables>): Promise<void> {
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
  return roleId === DEFAULT_ROLE_IDS.owner || roleId === DEFAULT_ROLE_IDS.admin
}
