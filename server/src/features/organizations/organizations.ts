/** Front door of organizations: memberships and their rights. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { isUuid } from '@notifly/contracts/fields'
import type { Db } from '../../db/schema/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { levelsOf } from '../roles/roles.ts'
import { selectMemberships } from './queries.ts'

/** An organization of which the account is an active member. */
export interface Membership {
  organizationId: string
  roleId: string
  roleName: string
  levels: Caller['levels']
  isTwoPeople: boolean
}

export async function membershipsOf(db: Db, accountId: string): Promise<Membership[]> {
  const rows = await selectMemberships(db, accountId)
  return rows.map(row => ({
    organizationId: row.organization_id,
    roleId: row.role_id,
    roleName: row.role_name,
    levels: levelsOf(row.permission_set),
    isTwoPeople: row.two_people,
  }))
}

/**
 * Returns the caller as a member of `organizationId`; without it of the token's organization, else of their only one. `organizationId` of
 * the result is null only for a caller without any. Throws notFound for another organization, invalidInput if several are possible.
 */
export async function actIn(db: Db, caller: Caller, organizationId: string | undefined): Promise<Caller> {
  const wanted = organizationId?.toLowerCase() ?? caller.organizationId ?? undefined
  if (wanted !== undefined && wanted === caller.organizationId) return caller
  const memberships = await membershipsOf(db, caller.accountId)
  if (wanted === undefined) {
    if (memberships.length > 1) throw invalidField('organization_uuid', sentence('errors.chooseOrganization'))
    return memberships[0] === undefined ? caller : memberOf(caller, memberships[0])
  }
  const membership = memberships.find(each => each.organizationId === wanted)
  if (membership === undefined) throw new AppError('notFound')
  return memberOf(caller, membership)
}

function memberOf(caller: Caller, membership: Membership): Caller {
  return { ...caller, ...membership, applicationId: null }
}

/** Like `actIn`, for calls that respond to another organization's id with error code 1071 and the caller's own organization. */
export async function actInOwn(db: Db, caller: Caller, organizationId: string): Promise<Caller> {
  const memberships = isUuid(organizationId) ? await membershipsOf(db, caller.accountId) : []
  const membership = memberships.find(each => each.organizationId === organizationId.toLowerCase())
  if (membership === undefined) throw new AppError('foreignObject')
  return memberOf(caller, membership)
}
