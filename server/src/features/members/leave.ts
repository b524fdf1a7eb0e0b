/** What happens to an account's memberships when it is erased. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { AppError } from '../../lib/app-error.ts'
import { withdrawRequestsOf } from '../approvals/approvals.ts'
import { byCaller } from '../audit/audit.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { countActiveWith, deleteMemberRow, lockOrganization, selectMembershipsOf } from './queries.ts'

/**
 * Removes the caller from every organization and returns these; withdraws their open requests for approval. Throws conflict, with the
 * names, while they are the only Owner of one.
 */
export async function leaveOrganizations(tx: Db, caller: Caller, now: Date): Promise<string[]> {
  const { accountId } = caller
  const memberships = await selectMembershipsOf(tx, accountId)
  for (const { organization_id: id } of memberships) await lockOrganization(tx, id)
  // Read again: an Owner may have come or gone until the organizations were held.
  const held = await selectMembershipsOf(tx, accountId)
  await refuseOnlyOwner(tx, held)
  for (const { organization_id: organizationId } of held) {
    await withdrawRequestsOf(tx, { organizationId, accountId }, { ...byCaller(caller), organizationId }, now)
    await deleteMemberRow(tx, { organizationId, accountId })
  }
  return held.map(row => row.organization_id)
}

type MembershipRow = Awaited<ReturnType<typeof selectMembershipsOf>>[number]

async function refuseOnlyOwner(tx: Db, memberships: MembershipRow[]): Promise<void> {
  const owned: MembershipRow[] = []
  for (const row of memberships) {
    if (row.role_id !== DEFAULT_ROLE_IDS.owner || row.status !== 'active') continue
    if ((await countActiveWith(tx, row.organization_id, DEFAULT_ROLE_IDS.owner)) === 1) owned.push(row)
  }
  if (owned.length === 0) return
  const names = owned.map(({ name }) => name).join(', ')
  throw new AppError('conflict', {
    ...sentence('accounts.onlyOwner', { names }),
    data: { organizations: owned.map(row => ({ uuid: row.organization_id, name: row.name })) },
  })
}
