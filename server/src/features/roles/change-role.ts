/** Creating, changing and deleting an organization's own roles. Nobody grants what they do not have. */
import type { PermissionSet } from '@notifly/contracts/activities'
import { normalSet, waiting } from '@notifly/contracts/permissions'
import { type RoleUse, SLA_OPTIONS } from '@notifly/contracts/roles'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import * as queries from './queries.ts'
import { requireWithin } from './roles.ts'

type Db = Kysely<Tables>

/** A caller who acts in an organization. */
export type Member = Caller & { organizationId: string }

/** Creates a role and answers its id. Throws forbidden, or at `name` when it is taken. */
export async function addRole(db: Db, caller: Member, given: queries.RoleFields, now: Date): Promise<string> {
  const fields = { ...given, permissionSet: normalSet(given.permissionSet as PermissionSet) }
  requireMayShape(caller, fields)
  const roleId = uuidv7()
  await inTurn(db, caller.organizationId, async tx => {
    if (!(await queries.insertRole(tx, { organizationId: caller.organizationId, roleId }, fields, now)))
      throw nameTaken()
  })
  return roleId
}

/** Changes a role for all its members at once. Throws notFound, forbidden, or at `name` when it is taken. */
export async function changeRole(db: Db, caller: Member, roleId: string, given: queries.RoleFields): Promise<void> {
  const fields = { ...given, permissionSet: normalSet(given.permissionSet as PermissionSet) }
  const key = { organizationId: caller.organizationId, roleId }
  await inTurn(db, caller.organizationId, async tx => {
    await takeRole(tx, caller, roleId)
    requireMayShape(caller, fields)
    if (!(await queries.updateRoleRow(tx, key, fields))) throw nameTaken()
  })
}

/** Deletes a role. Throws notFound, forbidden, or conflict with a `RoleUse` while somebody has it. */
export async function removeRole(db: Db, caller: Member, roleId: string): Promise<void> {
  const key = { organizationId: caller.organizationId, roleId }
  await inTurn(db, caller.organizationId, async tx => {
    await takeRole(tx, caller, roleId)
    const use: RoleUse = { members: await queries.countMembersWith(tx, key), invitations: 0 }
    if (use.members + use.invitations > 0) throw inUse(use)
    await queries.deleteRoleRow(tx, key)
  })
}

function inTurn(db: Db, organizationId: string, work: (tx: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(async tx => {
    await queries.lockRolesOf(tx, organizationId)
    await work(tx)
  })
}

/** A role that the caller may touch, held until the transaction ends. */
async function takeRole(tx: Db, caller: Member, roleId: string): Promise<void> {
  const role = await queries.selectRole(tx, { organizationId: caller.organizationId, roleId }, 'forUpdate')
  if (role === undefined) throw new AppError('notFound')
  if (role.organization_id === null) {
    throw new AppError('forbidden', { message: 'The roles that every organization starts with cannot be changed.' })
  }
  if (role.role_id === caller.roleId) {
    throw new AppError('forbidden', { message: 'Nobody changes the role that they have themselves.' })
  }
  requireWithin(caller, role.permission_set as PermissionSet)
}

/** A role whose requests approve themselves grants in effect the right to approve them. */
function requireMayShape(caller: Member, fields: queries.RoleFields): void {
  const set = fields.permissionSet as PermissionSet
  requireWithin(caller, set)
  if (fields.slaOption !== SLA_OPTIONS.approve) return
  const approving = Object.fromEntries(waiting(set).map(activity => [activity, [1, 1]]))
  requireWithin(caller, approving as PermissionSet)
}

function nameTaken(): AppError {
  return invalidField('name', 'A role with this name exists already.')
}

function inUse(use: RoleUse): AppError {
  return new AppError('conflict', {
    message: 'This role is in use. Give its members another role and withdraw its invitations first.',
    data: use,
  })
}
