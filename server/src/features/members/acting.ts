import { ACTIVITY, type Level } from '@notifly/contracts/roles/activities'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { requireLevel, type Caller } from '../../http/caller.ts'
import { AppError } from '../../lib/app-error.ts'
import { membershipsOf } from '../organizations/organizations.ts'
import { lockOrganization } from './queries.ts'

/** A caller who acts in an organization. */
export type ActingMember = Caller & { organizationId: string }

/** Returns the caller in the organization that the request is about. Throws forbidden for a caller without one. */
export function inOrganization(caller: Caller): ActingMember {
  const { organizationId } = caller
  if (organizationId === null) throw new AppError('forbidden', sentence('roles.noOrganization'))
  return { ...caller, organizationId }
}

/**
 * Changes an organization's members while no other change of them runs, with the caller's rights at that time: a person who was just
 * removed can remove no one. Throws notFound if the organization is deleted, and forbidden.
 */
export function changePeople<Result>(
  db: Db,
  caller: ActingMember,
  level: Level,
  work: (tx: Db, acting: ActingMember) => Promise<Result>,
): Promise<Result> {
  const { organizationId, accountId } = caller
  return db.transaction().execute(async tx => {
    if ((await lockOrganization(tx, organizationId)) === undefined) throw new AppError('notFound')
    const own = (await membershipsOf(tx, accountId)).find(each => each.organizationId === organizationId)
    if (own === undefined) throw new AppError('forbidden')
    const acting = { ...caller, ...own }
    requireLevel(acting, ACTIVITY.users, level)
    return work(tx, acting)
  })
}
