/** What the form of a role holds: the body of the call that creates one. */
import type { PermissionSet } from '@notifly/contracts/roles/activities'
import { normalSet } from '@notifly/contracts/roles/permissions'
import { createRole, type Role, SLA_MINUTES, SLA_OPTIONS } from '@notifly/contracts/roles/roles'
import type * as z from 'zod/mini'
import { bodyOf } from '../../components/form/body-of.ts'
import type { ApiForm } from '../../components/form/use-api-form.ts'

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
