import type { Deps } from '../../http/deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { AppError } from '../../lib/app-error.ts'
import { hashToken } from '../../lib/secrets.ts'
import type { Origin } from '../../http/caller.ts'
import { recordAccountAudit } from '../audit/audit.ts'
import { disconnectUnproven } from '../sso/sso.ts'
import { ACCOUNT_MAIL } from './account-mail.ts'
import type { AccountLimits } from './limits.ts'
import { confirmEmailChange } from './email-change.ts'
import { endOpenLinks } from './link-tokens.ts'
import { hashPassword } from './passwords.ts'
import { selectMailToken, updatePassword, updateVerified, useMailTokens } from './queries.ts'
import { deleteSessionsOf } from './session-queries.ts'

/**
 * Confirms the address that a verification link was sent to: a newcomer's, or the new one of an account. Throws differentUser when somebody else is signed in,
 * verificationLinkInvalid when the link is unknown, used or expired.
 */
export async function verifyAddress(deps: Deps, token: string, signedIn: string | null, origin: Origin): Promise<void> {
  const now = deps.clock.now()
  await deps.database.kysely.transaction().execute(async tx => {
    const tokenHash = hashToken(token)
    const found = await selectMailToken(tx, tokenHash, 'verify', true)
    if (found === undefined) return confirmEmailChange(tx, tokenHash, { signedIn, origin, now })
    if (found.used_at !== null || found.expires_at <= now) {
      throw new AppError('verificationLinkInvalid')
    }
    if (signedIn !== null && signedIn !== found.account_id) throw new AppError('differentUser')
    await useMailTokens(tx, found.account_id, 'verify', now)
    await updateVerified(tx, found.account_id, now)
    await recordAccountAudit(tx, { account: accountOf(found), origin, action: 'account.verify' }, now)
  })
}

/**
 * Sets a new password by a reset link, ends all sessions of the account and tells it by mail. Throws resetLinkInvalid for an
 * unknown or used link, resetLinkExpired for one whose hour is over.
 */
export async function resetPassword(
  deps: Deps,
  limits: AccountLimits,
  { token, password, origin }: { token: string; password: string; origin: Origin },
): Promise<void> {
  const db = deps.database.kysely
  const tokenHash = hashToken(token)
  // Looked at before the costly hash, so that made-up tokens cost nothing.
  requireUsable(await selectMailToken(db, tokenHash, 'reset'), deps.clock.now())
  const passwordHash = await hashPassword(password)
  const key = await db.transaction().execute(async tx => {
    const now = deps.clock.now()
    const found = requireUsable(await selectMailToken(tx, tokenHash, 'reset', true), now)
    await endOpenLinks(tx, found.account_id, now)
    await useMailTokens(tx, found.account_id, 'verify', now)
    await updatePassword(tx, found.account_id, passwordHash, now)
    await deleteSessionsOf(tx, found.account_id)
    await disconnectUnproven(tx, found.account_id)
    await recordAccountAudit(tx, { account: accountOf(found), origin, action: 'account.password-reset' }, now)
    await enqueue(tx, ACCOUNT_MAIL, { kind: 'changed', email_key: found.email_key })
    return found.email_key
  })
  // Whoever proved the address need not wait for the attempts with the old password.
  await limits.signInByEmail.forget(key)
}

function accountOf({ account_id, name, email }: { account_id: string; name: string; email: string }) {
  return { accountId: account_id, name, email }
}

function requireUsable<Token extends { used_at: Date | null; expires_at: Date }>(
  found: Token | undefined,
  now: Date,
): Token {
  if (found === undefined || found.used_at !== null) throw new AppError('resetLinkInvalid')
  if (found.expires_at <= now) throw new AppError('resetLinkExpired')
  return found
}
