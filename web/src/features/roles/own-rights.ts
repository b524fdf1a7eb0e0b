import type { UserDetails } from '@notifly/contracts/accounts/accounts'
import type { PermissionSet } from '@notifly/contracts/roles/activities'

/** What the user's own role grants, as roles hold it: nobody hands on more. */
export function ownRights(user: UserDetails): PermissionSet {
  return Object.fromEntries(
    user.permission_activity_list.map((activity, at) => [activity, user.permission_levels[at] ?? [0, 0]]),
  ) as PermissionSet
}
