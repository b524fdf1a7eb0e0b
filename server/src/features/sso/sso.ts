/** Front door of single sign-on: what happens to an account's identities when the account changes. */
import type { Db } from '../../db/schema/tables.ts'
import { deleteIdentities, deleteUnprovenIdentities } from './queries.ts'

export { browserEndpoints } from './providers.ts'

/** Disconnects every provider, when the account is erased. */
export function disconnectAll(tx: Db, accountId: string): Promise<void> {
  return deleteIdentities(tx, accountId)
}

/**
 * Called when the owner of the address takes the account over by a mail (a new password). Removes identities that another person may have
 * connected before, without a provider's statement that the address is theirs.
 */
export function disconnectUnproven(tx: Db, accountId: string): Promise<void> {
  return deleteUnprovenIdentities(tx, accountId)
}
