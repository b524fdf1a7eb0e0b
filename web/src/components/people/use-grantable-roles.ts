import { listRoles, type Role } from '@notifly/contracts/roles'
import { beyond } from '@notifly/contracts/permissions'
import type { PermissionSet } from '@notifly/contracts/activities'
import { useMemo } from 'react'
import { useReadPage } from '../../api/queries.ts'
import type { Option } from '../../ui/option.ts'
import { useRoleWord } from '../rights/use-role-word.ts'
import { useUser } from '../session/use-session.ts'

const OWNER = 'Owner'

/** For somebody who makes an organization right now: they will own it, and it has the roles that all begin with. */
interface GrantableOptions {
  ofNewOrganization?: boolean
}

/** Roles that the user may give, as choices; a courtesy, the server decides. Undefined while they are read. */
export function useGrantableRoles({ ofNewOrganization = false }: GrantableOptions = {}): Option[] | undefined {
  const user = useUser()
  const roleWord = useRoleWord()
  const { data, error } = useReadPage(listRoles, { query: { per_page: 100 } })
  return useMemo(() => {
    if (error) return []
    const own = Object.fromEntries(
      user.permission_activity_list.map((activity, at) => [activity, user.permission_levels[at] ?? [0, 0]]),
    ) as PermissionSet
    const isOwner = user.role?.name === OWNER
    const mayGive = (role: Role) =>
      ofNewOrganization
        ? role.is_default
        : (role.name !== OWNER || !role.is_default || isOwner) &&
          beyond(own, role.permission_set as PermissionSet).length === 0
    return data?.rows.filter(mayGive).map(role => ({ value: role.uuid, label: roleWord(role.name) }))
  }, [data, error, user, roleWord, ofNewOrganization])
}
