import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import { ACTIVITY, type PermissionSet } from '@notifly/contracts/roles/activities'
import { exceedingActivities } from '@notifly/contracts/roles/permissions'
import { DEFAULT_ROLE_IDS, listRoles, type Role } from '@notifly/contracts/roles/roles'
import { useReadPage } from '../../api/queries.ts'
import type { Option } from '../../ui/controls/options/option.ts'
import { useRoleWord } from '../rights/use-role-word.ts'
import { useCan, useUser } from '../session/use-session.ts'

/** Reads all roles, for members who may assign them. */
export function useRoles() {
  return useReadPage(listRoles, { query: { per_page: 100 } }, { enabled: useCan(ACTIVITY.users, 'create') })
}

/**
 * The roles that the reader may assign, as options. Only for the interface; the server decides. Undefined while
 * loading, none if that failed.
 */
export function useGrantableRoles(): Option[] | undefined {
  const user = useUser()
  const roleWord = useRoleWord()
  const mayInvite = useCan(ACTIVITY.users, 'create')
  const { data, error } = useRoles()
  if (error || !mayInvite) return []
  const own = ownRights(user)
  const isOwner = user.role?.uuid === DEFAULT_ROLE_IDS.owner
  const mayGive = (role: Role) =>
    (role.uuid !== DEFAULT_ROLE_IDS.owner || isOwner) &&
    exceedingActivities(own, role.permission_set as PermissionSet).length === 0
  return data?.rows.filter(mayGive).map(role => ({ value: role.uuid, label: roleWord(role.name) }))
}

/** The rights of the reader's own role, in the form that roles use. A user can't assign more than these. */
export function ownRights(user: UserDetails): PermissionSet {
  return Object.fromEntries(
    user.permission_activity_list.map((activity, at) => [activity, user.permission_levels[at] ?? [0, 0]]),
  ) as PermissionSet
}

const STARTING_ROLES = ['Owner', 'Admin', 'Creator', 'Validator'] as const

/** The default roles, for a person who is creating an organization and will own it. */
export function useStartingRoles(): Option[] {
  const roleWord = useRoleWord()
  return STARTING_ROLES.map(name => ({
    value: DEFAULT_ROLE_IDS[name.toLowerCase() as keyof typeof DEFAULT_ROLE_IDS],
    label: roleWord(name),
  }))
}
