import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { ACTIVITY, type PermissionSet } from '@notifly/contracts/roles/activities'
import { beyond } from '@notifly/contracts/roles/permissions'
import type { Role } from '@notifly/contracts/roles/roles'
import { useCan, useUser } from '../../components/session/use-session.ts'

/**
 * Why a role cannot be changed here: it belongs to every organization, it is the own one, it grants more than one has, or
 * the right to change roles is missing.
 */
export type Lock = 'default' | 'own' | 'beyond' | 'level'

/** Why the user cannot change a role; undefined when they can. */
export function useLock(): (role: Pick<Role, 'uuid' | 'is_default' | 'permission_set'>) => Lock | undefined {
  const user = useUser()
  const mayUpdate = useCan(ACTIVITY.roles, 'update')
  return role => {
    if (role.is_default) return 'default'
    if (role.uuid === user.role?.uuid) return 'own'
    if (beyond(ownRights(user), role.permission_set as PermissionSet).length > 0) return 'beyond'
    return mayUpdate ? undefined : 'level'
  }
}

/** What the user's own role grants, as roles hold it: nobody hands on more. */
export function ownRights(user: UserDetails): PermissionSet {
  return Object.fromEntries(
    user.permission_activity_list.map((activity, at) => [activity, user.permission_levels[at] ?? [0, 0]]),
  ) as PermissionSet
}
