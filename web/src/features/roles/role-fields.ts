import { ACTIVITY, type PermissionSet } from '@notifly/contracts/roles/activities'
import { exceedingActivities, normalSet } from '@notifly/contracts/roles/permissions'
import { createRole, type Role, SLA_MINUTES, SLA_OPTIONS } from '@notifly/contracts/roles/roles'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { type ApiForm, bodyOf } from '../../components/form/use-api-form.ts'
import { ownRights } from '../../components/members/use-grantable-roles.ts'
import { useCan, useUser } from '../../components/session/use-session.ts'
import type { Option } from '../../ui/controls/options/option.ts'

/** What the form of a role holds: the body of the call that creates one. */

export const roleSchema = bodyOf(createRole)
export type RoleInput = z.input<typeof roleSchema>
export type RoleFields = ApiForm<RoleInput, z.output<typeof roleSchema>>

/** A new role reads nothing and asks Group 1 for fifteen minutes. */
export const FRESH_ROLE: RoleInput = {
  name: '',
  group: 1,
  slaOptions: SLA_OPTIONS.reject,
  slaDuration: SLA_MINUTES.least,
  permission_set: normalSet({}),
}

/** A role as it is; a copy of it under the name given. */
export function valuesOf(role: Role, name = role.name): RoleInput {
  const { group, slaOptions, slaDuration, permission_set: set } = role
  return { name, group, slaOptions, slaDuration, permission_set: normalSet(set as PermissionSet) }
}

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
    if (exceedingActivities(ownRights(user), role.permission_set as PermissionSet).length > 0) return 'beyond'
    return mayUpdate ? undefined : 'level'
  }
}

const HOUR_MINUTES = 60

/** "15 mins", "4 hours", "4 hours 15 mins". */
export function useDuration(): (minutes: number) => string {
  const { t } = useTranslation('roles')
  return minutes => {
    const hours = Math.floor(minutes / HOUR_MINUTES)
    const rest = minutes % HOUR_MINUTES
    const words = [
      hours > 0 ? t('duration.hours', { count: hours }) : '',
      rest > 0 ? t('duration.minutes', { count: rest }) : '',
    ]
    return words.filter(Boolean).join(' ')
  }
}

/** Everything that approvers can be given, from 15 minutes to two days. */
export function useDurations(): Option[] {
  const duration = useDuration()
  const { least, most, step } = SLA_MINUTES
  return Array.from({ length: (most - least) / step + 1 }, (_, at) => {
    const minutes = least + at * step
    return { value: String(minutes), label: duration(minutes) }
  })
}
