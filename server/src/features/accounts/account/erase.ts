import type { Caller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { recordAccountAudit } from '../../audit/audit.ts'
import { deleteReaderOf } from '../../content/content.ts'
import { assertTwoPeopleHolds, leaveOrganizations } from '../../members/members.ts'
import { disconnectAll } from '../../sso/sso.ts'
import { deleteTicketsOf } from '../../support/support.ts'
import { ACCOUNT_DELETED_MAIL } from './account-mail.ts'
import { eraseAccountRow } from '../queries.ts'

/**
 * Erases the caller's account: deletes personal data, sessions, memberships and identities, withdraws open requests for approval, and mails
 * the address. Throws conflict while the caller is the only Owner of an organization, or one of the last two approvers in two-people mode.
 */
export async function eraseAccount(deps: Deps, caller: Caller): Promise<void> {
  const { accountId } = caller
  await deps.database.kysely.transaction().execute(async tx => {
    const now = deps.clock.now()
    await recordAccountAudit(tx, { account: caller, origin: caller.origin, action: 'account.delete' }, now)
    const organizations = await leaveOrganizations(tx, caller, now)
    for (const organizationId of organizations) await assertTwoPeopleHolds(tx, organizationId)
    await disconnectAll(tx, accountId)
    await deleteTicketsOf(tx, accountId)
    await deleteReaderOf(tx, accountId)
    await eraseAccountRow(tx, accountId, now)
    await enqueue(tx, ACCOUNT_DELETED_MAIL, { kind: 'erased', to: caller.email, locale: caller.locale })
  })
}
