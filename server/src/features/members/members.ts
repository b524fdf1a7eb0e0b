/** Front door of members: rules that must hold after every change of a person's rights in an organization. */
import { ACTIVITY_IDS, type PermissionSet } from '@notifly/contracts/roles/activities'
import { HELD_ACTIVITIES } from '@notifly/contracts/roles/permissions'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { countOpenInvitations } from './invitation-queries.ts'
import { countActiveWith, selectActiveRoles, selectTwoPeople } from './queries.ts'

export { leaveOrganizations } from './leave.ts'

const APPROVERS_NEEDED = 2

/**
 * Throws conflict if two-people mode is on and a module has fewer than two active members who can approve it; `data` has these
 * `activities`. Must be called after the change, in its transaction, which locks the organization's row.
 */
export async function assertTwoPeopleHolds(tx: Db, organizationId: string): Promise<void> {
  if (await selectTwoPeople(tx, organizationId)) await assertTwoCanApprove(tx, organizationId)
}

/** The same whether or not the mode is on yet: the condition for turning it on. */
export async function assertTwoCanApprove(tx: Db, organizationId: string): Promise<void> {
  const roles = await selectActiveRoles(tx, organizationId)
  const activities = HELD_ACTIVITIES.filter(activity => {
    const approving = roles.filter(({ permission_set: set }) => (set as PermissionSet)[activity]?.[1] === 1)
    return approving.reduce((sum, { members }) => sum + members, 0) < APPROVERS_NEEDED
  })
  if (activities.length === 0) return
  throw new AppError('conflict', {
    ...sentence('members.twoPeople'),
    data: { activities: ACTIVITY_IDS.filter(activity => activities.includes(activity)) },
  })
}

/** Throws conflict if the change left the organization without an active Owner. Must be called like `assertTwoPeopleHolds`. */
export async function assertOwnerRemains(tx: Db, organizationId: string): Promise<void> {
  if ((await countActiveWith(tx, organizationId, DEFAULT_ROLE_IDS.owner)) > 0) return
  throw new AppError('conflict', sentence('members.ownerRemains'))
}

/** How many people are invited with a role and have not accepted yet. */
export function openInvitationsWith(tx: Db, organizationId: string, roleId: string): Promise<number> {
  return countOpenInvitations(tx, organizationId, roleId)
}
