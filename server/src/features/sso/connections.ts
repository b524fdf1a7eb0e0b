/** Connects providers to the account of a signed-in person, and disconnects them. */
import type { SsoConnection, SsoProvider } from '@notifly/contracts/sso/sso'
import type { Caller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { mentionProvider } from '../accounts/accounts.ts'
import { recordAccountAudit } from '../audit/audit.ts'
import type { Identity } from './identity.ts'
import { deleteIdentity, hasPassword, lockAccount, selectIdentities, selectIdentity } from './queries.ts'
import { unverifiedAtProvider } from './refusal.ts'
import { connect } from './sign-in.ts'

export async function listConnections(deps: Deps, { accountId }: Caller): Promise<SsoConnection[]> {
  const db = deps.database.kysely
  const [rows, isPasswordAccount] = await Promise.all([selectIdentities(db, accountId), hasPassword(db, accountId)])
  return rows.map(row => ({
    provider: row.provider as SsoProvider,
    email: row.email,
    connected_on: epochSeconds(row.connected_at),
    last_used_on: row.last_used_at === null ? null : epochSeconds(row.last_used_at),
    can_disconnect: isPasswordAccount || rows.length > 1,
  }))
}

/**
 * Connects an identity, in place of another one of the same provider. Throws ssoOtherAccount if it belongs to another account here,
 * ssoEmailUnverified for an address that the provider has not verified.
 */
export async function addConnection(deps: Deps, caller: Caller, identity: Identity): Promise<void> {
  if (identity.emailVerified === false) throw unverifiedAtProvider()
  const { accountId, origin } = caller
  await deps.database.kysely.transaction().execute(async tx => {
    await lockAccount(tx, accountId)
    const owner = await selectIdentity(tx, identity)
    if (owner !== undefined && owner.account_id !== accountId) throw new AppError('ssoOtherAccount')
    await deleteIdentity(tx, accountId, identity.provider)
    await connect(tx, deps, accountId, identity)
    const after = { provider: identity.provider }
    await recordAccountAudit(tx, { account: caller, origin, action: 'account.provider-link', after }, deps.clock.now())
    await mentionProvider(tx, caller.email, identity.provider, true)
  })
}

/** Throws notFound if it is not connected, ssoLastWayIn if the caller could not sign in any other way. */
export async function removeConnection(deps: Deps, caller: Caller, provider: SsoProvider): Promise<void> {
  const { accountId, origin } = caller
  await deps.database.kysely.transaction().execute(async tx => {
    const account = await lockAccount(tx, accountId)
    if (!(await deleteIdentity(tx, accountId, provider))) throw new AppError('notFound')
    const left = await selectIdentities(tx, accountId)
    if (account?.password_hash === null && left.length === 0) throw new AppError('ssoLastWayIn')
    const before = { provider }
    await recordAccountAudit(
      tx,
      { account: caller, origin, action: 'account.provider-unlink', before },
      deps.clock.now(),
    )
    await mentionProvider(tx, caller.email, provider, false)
  })
}
