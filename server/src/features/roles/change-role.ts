/** Creates, changes and deletes an organization's own roles. A caller grants only rights that they have. */
import type { PermissionSet } from '@notifly/contracts/roles/activities'
import { normalSet, waiting } from '@notifly/contracts/roles/permissions'
import { type RoleUse, SLA_OPTIONS } from '@notifly/contracts/roles/roles'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type AuditEntry, type AuditValues, byCaller, recordAudit } from '../audit/audit.ts'
import { assertTwoPeopleHolds, openInvitationsWith } from '../members/members.ts'
import * as queries from './queries.ts'
import { requireWithin } from './roles.ts'

/** Limit per organization: more than people can tell apart. */
export const MOST_ROLES = 500

/** A caller who acts in an organization. */
export type Member = Caller & { organizationId: string }

interface Change {
  caller: Member
  now: Date
}

/** Creates a role and returns its id. Throws forbidden, quotaReached, or at `name` if it is taken. */
export async function addRole(db: Db, { caller, now }: Change, given: queries.RoleFields): Promise<string> {
  const fields = { ...given, permissionSet: normalSet(given.permissionSet) }
  requireMayShape(caller, fields)
  const key = { organizationId: caller.organizationId, roleId: uuidv7() }
  await inTurn(db, key.organizationId, async tx => {
    if ((await queries.countRoles(tx, key.organizationId)) >= MOST_ROLES) {
      throw new AppError('quotaReached', sentence('quotas.roles', { limit: MOST_ROLES }))
    }
    if (!(await queries.insertRole(tx, key, fields, now))) throw nameTaken()
    await recordAudit(tx, { ...entryOf(caller, key, fields.name), action: 'role.create', after: told(fields) }, now)
  })
  return key.roleId
}

/**
 * Changes a role for all its members at once. Throws notFound, forbidden, conflict if two-people mode would have too few approvers, or at
 * `name` if it is taken.
 */
export async function changeRole(db: Db, change: Change, roleId: string, given: queries.RoleFields): Promise<void> {
  const { caller, now } = change
  const fields = { ...given, permissionSet: normalSet(given.permissionSet) }
  const key = { organizationId: caller.organizationId, roleId }
  await inTurn(db, key.organizationId, async tx => {
    const before = await takeRole(tx, caller, roleId)
    requireMayShape(caller, fields)
    if (!(await queries.updateRoleRow(tx, key, fields))) throw nameTaken()
    await assertTwoPeopleHolds(tx, key.organizationId)
    const entry = { ...entryOf(caller, key, fields.name), before: told(before), after: told(fields) }
    await recordAudit(tx, { ...entry, action: 'role.update' }, now)
  })
}

/** Deletes a role. Throws notFound, forbidden, or conflict with a `RoleUse` while members or invitations have it. */
export async function removeRole(db: Db, { caller, now }: Change, roleId: string): Promise<void> {
  const key = { organizationId: caller.organizationId, roleId }
  await inTurn(db, key.organizationId, async tx => {
    const before = await takeRole(tx, caller, roleId)
    const use: RoleUse = {
      members: await queries.countMembersWith(tx, key),
      invitations: await openInvitationsWith(tx, key.organizationId, roleId),
    }
    if (use.members + use.invitations > 0) throw inUse(use)
    await queries.deleteRoleRow(tx, key)
    await recordAudit(tx, { ...entryOf(caller, key, before.name), action: 'role.delete', before: told(before) }, now)
  })
}

function inTurn(db: Db, organizationId: string, work: (tx: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(async tx => {
    await queries.lockRolesOf(tx, organizationId)
    await work(tx)
  })
}

/** A role that the caller may change, locked until the transaction ends. */
async function takeRole(tx: Db, caller: Member, roleId: string): Promise<queries.RoleFields> {
  const role = orNotFound(await queries.selectRole(tx, { organizationId: caller.organizationId, roleId }, 'forUpdate'))
  if (role.organization_id === null) {
    throw new AppError('forbidden', sentence('roles.default'))
  }
  if (role.role_id === caller.roleId) {
    throw new AppError('forbidden', sentence('roles.own'))
  }
  const permissionSet = role.permission_set as PermissionSet
  requireWithin(caller, permissionSet)
  return {
    name: role.name,
    group: role.role_group,
    slaOption: role.sla_option,
    slaMinutes: role.sla_minutes,
    permissionSet,
  }
}

/** A role whose requests are approved automatically has in effect the right to approve them. */
function requireMayShape(caller: Member, { permissionSet, slaOption }: queries.RoleFields): void {
  requireWithin(caller, permissionSet)
  if (slaOption !== SLA_OPTIONS.approve) return
  requireWithin(caller, Object.fromEntries(waiting(permissionSet).map(activity => [activity, [1, 1]])))
}

function entryOf(
  caller: Member,
  key: queries.RoleKey,
  name: string,
): Pick<AuditEntry, 'organizationId' | 'applicationId' | 'actor' | 'origin' | 'object'> {
  const by = { ...byCaller(caller), organizationId: key.organizationId, applicationId: null }
  return { ...by, object: { type: 'role', id: key.roleId, name } }
}

/** Each activity is a separate field, so that an entry shows only those that changed. */
function told({ permissionSet, ...fields }: queries.RoleFields): AuditValues {
  const rights = Object.entries(permissionSet).map(([activity, grant]) => [`permission_set.${activity}`, grant])
  return {
    name: fields.name,
    group: fields.group,
    slaOptions: fields.slaOption,
    slaDuration: fields.slaMinutes,
    ...Object.fromEntries(rights),
  }
}

function nameTaken(): AppError {
  return invalidField('name', sentence('roles.nameTaken'))
}

function inUse(use: RoleUse): AppError {
  return new AppError('conflict', {
    ...sentence('roles.inUse'),
    data: use,
  })
}
