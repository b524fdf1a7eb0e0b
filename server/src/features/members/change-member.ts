/** Changes and removes members. A member grants and revokes only rights that they have, and cannot change themselves. */
import { LEVEL } from '@notifly/contracts/roles/activities'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { endTokensIn } from '../accounts/accounts.ts'
import { withdrawRequestsOf } from '../approvals/approvals.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { findRole, requireGrantable } from '../roles/roles.ts'
import { changePeople, type ActingMember } from './acting.ts'
import { assertOwnerRemains, assertTwoPeopleHolds } from './members.ts'
import { deleteMemberRow, selectMember, updateMemberRow } from './queries.ts'

type MemberRow = NonNullable<Awaited<ReturnType<typeof selectMember>>>

export interface MemberChange {
  roleId?: string | undefined
  status?: 'active' | 'disabled' | undefined
}

/**
 * Changes a member's role, or disables or enables them; their tokens in the organization end. Throws notFound, forbidden (see
 * `requireGrantable`), conflict for the last Owner or if two-people mode would have too few approvers.
 */
export function changeMember(
  { database, clock }: Deps,
  caller: ActingMember,
  accountId: string,
  change: MemberChange,
): Promise<void> {
  const key = { organizationId: caller.organizationId, accountId }
  return changePeople(database.kysely, caller, LEVEL.update, async (tx, acting) => {
    const member = await memberToTouch(tx, acting, accountId)
    const role = change.roleId === undefined ? member : await roleToGive(tx, acting, change.roleId)
    const status = change.status ?? member.status
    if (role.role_id === member.role_id && status === member.status) return
    await updateMemberRow(tx, key, { role_id: role.role_id, status })
    await settle(tx, key)
    await recordAudit(
      tx,
      {
        ...byCaller(acting),
        action: 'member.update',
        object: { type: 'account', id: accountId, name: '' },
        before: { role: member.role_name, status: member.status },
        after: { role: role.role_name, status },
      },
      clock.now(),
    )
  })
}

/** Removes a member and withdraws their requests; their account stays. Throws like `changeMember`. */
export function dropMember({ database, clock }: Deps, caller: ActingMember, accountId: string): Promise<void> {
  const key = { organizationId: caller.organizationId, accountId }
  return changePeople(database.kysely, caller, LEVEL.delete, async (tx, acting) => {
    const member = await memberToTouch(tx, acting, accountId)
    const now = clock.now()
    await withdrawRequestsOf(tx, key, byCaller(acting), now)
    await deleteMemberRow(tx, key)
    await settle(tx, key)
    await recordAudit(
      tx,
      {
        ...byCaller(acting),
        action: 'member.remove',
        object: { type: 'account', id: accountId, name: '' },
        before: { role: member.role_name, status: member.status },
      },
      now,
    )
  })
}

async function memberToTouch(tx: Db, acting: ActingMember, accountId: string): Promise<MemberRow> {
  const member = orNotFound(await selectMember(tx, { organizationId: acting.organizationId, accountId }))
  if (accountId === acting.accountId) {
    throw new AppError('forbidden', sentence('members.ownRole'))
  }
  // A role is taken only by those who could give it; so the same holds for disabling, and for enabling again.
  requireGrantable(acting, member)
  return member
}

async function roleToGive(tx: Db, acting: ActingMember, roleId: string) {
  const role = await findRole(tx, acting.organizationId, roleId.toLowerCase(), 'forShare')
  if (role === undefined) throw invalidField('role_id', sentence('members.roleOfOrganization'))
  requireGrantable(acting, role)
  return { role_id: role.role_id, role_name: role.name, permission_set: role.permission_set }
}

/** Checks the rules that must hold after the change, then deletes the old tokens. */
async function settle(tx: Db, { organizationId, accountId }: { organizationId: string; accountId: string }) {
  await assertOwnerRemains(tx, organizationId)
  await assertTwoPeopleHolds(tx, organizationId)
  await endTokensIn(tx, organizationId, accountId)
}
