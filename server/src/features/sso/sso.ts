/** Front door of single sign-on: what has to happen to an account's identities when the account itself changes. */
import type { Db } from '../../db/schema/tables.ts'
import { deleteIdentities, deleteUnprovenIdentities } from './queries.ts'

export { browserEndpoints } from './providers.ts'

/** Disconnects every provider: the account is being erased. */
export function disconnectAll(tx: Db, accountId: string): Promise<void> {
  return deleteIdentities(tx, accountId)
}

/**
 * The owner of the address has taken the account over by a mail (a new password). Another person who connected an identity before,
 * without a provider's word that this address is theirs, loses it.
 */
export function disconnectUnproven(tx: Db, accountId: string): Promise<void> {
  return deleteUnprovenIdentities(tx, accountId)
}
