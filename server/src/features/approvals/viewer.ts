/** Who sees which requests: a maker their own, an approver those of their activities, Owner and Admin all. */
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import { DEFAULT_ROLE_IDS, runsOrganization } from '../roles/roles.ts'
import { selectMember } from './approver-queries.ts'
import type { RequestRow } from './queries.ts'

export interface Viewer {
  applicationId: string
  accountId: string
  seesAll: boolean
  /** Activities whose requests the viewer may decide. */
  approves: readonly number[]
  /** The groups that the viewer's role belongs to. */
  groups: readonly number[]
}

export async function viewerOf(db: Db, caller: ApplicationCaller): Promise<Viewer> {
  const member = await selectMember(db, caller.organizationId, caller.accountId)
  const isOwner = member?.role_id === DEFAULT_ROLE_IDS.owner
  return {
    applicationId: caller.applicationId,
    accountId: caller.accountId,
    seesAll: runsOrganization(caller.roleId),
    approves: [...caller.levels].filter(([, own]) => own.approve).map(([activity]) => activity),
    groups: isOwner ? [1, 2] : [member?.role_group ?? 1],
  }
}

type Seen = Pick<RequestRow, 'maker_id' | 'activity'>

export function maySee({ accountId, approves, seesAll }: Viewer, row: Seen): boolean {
  return seesAll || row.maker_id === accountId || approves.includes(row.activity)
}

/** Whether the viewer may decide the request while it is open. */
export function mayDecide(
  { accountId, approves, groups }: Viewer,
  row: Seen & Pick<RequestRow, 'status' | 'role_group'>,
): boolean {
  return (
    row.status === 0 && row.maker_id !== accountId && approves.includes(row.activity) && groups.includes(row.role_group)
  )
}
