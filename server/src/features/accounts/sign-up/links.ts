import type { Db } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { AppError } from '../../../lib/app-error.ts'
import { hashToken } from '../../../lib/secrets.ts'
import type { Origin } from '../../../http/caller.ts'
import { recordAccountAudit } from '../../audit/audit.ts'
import { disconnectUnproven } from '../../sso/sso.ts'
import { ACCOUNT_MAIL } from '../account/account-mail.ts'
import { refuseCommonPassword } from '../passwords/common-passwords.ts'
import { confirmEmailChange } from '../account/email-change.ts'
import { endOpenLinks } from './link-tokens.ts'
import { selectMailToken, updatePassword, updateVerified, useMailTokens } from '../queries.ts'
import { deleteSessionsOf } from '../sign-in/session-queries.ts'

interface Opening {
  token: string
  /** The account that is signed in where the link was opened. */
  signedIn: string | null
  /** What `verificationProof` made after the right password. */
  proof?: string | undefined
  origin: Origin
}

/**
 * Confirms the address that a verification link was sent to: that of a new account, or the new one of an existing account. Throws
 * differentUser if the link belongs to another account than the caller or the proof, unauthorized if only the account itself can confirm,
 * and verificationLinkInvalid for an unknown, used or expired link.
 */
export async function verifyAddress(deps: Deps, { token, signedIn, proof, origin }: Opening): Promise<void> {
  const now = deps.clock.now()
  await deps.database.kysely.transaction().execute(async tx => {
    const tokenHash = hashToken(token)
    const found = await selectMailToken(tx, tokenHash, 'verify', true)
    if (found === undefined) return confirmEmailChange(tx, tokenHash, { signedIn, origin, now })
    requireOpen(found, now)
    const isAnothers = signedIn !== null && signedIn !== found.account_id
    if (isAnothers || !isProofOf(deps, found.account_id, proof)) throw new AppError('differentUser')
    // Without a password it is the provider that knows the account: see confirmBySignIn.
    if (found.password_hash === null && signedIn === null) throw new AppError('unauthorized')
    await confirm(tx, found, { origin, now })
  })
}

/** The same for a person whom a provider has just authenticated. Throws verificationLinkInvalid and differentUser. */
export async function confirmBySignIn(
  tx: Db,
  accountId: string,
  { token, origin, now }: { token: string; origin: Origin; now: Date },
): Promise<void> {
  const found = requireOpen(await selectMailToken(tx, hashToken(token), 'verify', true), now)
  if (found.account_id !== accountId) throw new AppError('differentUser')
  await confirm(tx, found, { origin, now })
}

/** For a page on which the right password was just entered: binds the link that it is about to use to this account. */
export function verificationProof({ secrets }: Deps, accountId: string): string {
  return secrets.sign('verification-proof', Buffer.from(accountId)).toString('base64url')
}

/** Without a proof, the link alone is enough, as the API specifies. */
function isProofOf({ secrets }: Deps, accountId: string, proof: string | undefined): boolean {
  if (proof === undefined) return true
  return secrets.verify('verification-proof', Buffer.from(accountId), Buffer.from(proof, 'base64url'))
}

type MailToken = NonNullable<Awaited<ReturnType<typeof selectMailToken>>>

function requireOpen(found: MailToken | undefined, now: Date): MailToken {
  if (found === undefined || found.used_at !== null || found.expires_at <= now) {
    throw new AppError('verificationLinkInvalid')
  }
  return found
}

async function confirm(tx: Db, found: MailToken, { origin, now }: { origin: Origin; now: Date }) {
  await useMailTokens(tx, found.account_id, 'verify', now)
  await updateVerified(tx, found.account_id, now)
  await recordAccountAudit(tx, { account: accountOf(found), origin, action: 'account.verify' }, now)
}

/**
 * Sets a new password by a reset link, ends all sessions of the account and mails its owner. Throws resetLinkInvalid for an unknown or used
 * link, resetLinkExpired for one older than an hour.
 */
export async function resetPassword(
  deps: Deps,
  { token, password, origin }: { token: string; password: string; origin: Origin },
): Promise<{ account_id: string; email_key: string; password_hash: string }> {
  await refuseCommonPassword('password', password)
  const db = deps.database.kysely
  const tokenHash = hashToken(token)
  // Looked at before the costly hash, so that made-up tokens cost nothing.
  requireUsable(await selectMailToken(db, tokenHash, 'reset'), deps.clock.now())
  const passwordHash = await deps.passwords.hash(password)
  return db.transaction().execute(async tx => {
    const now = deps.clock.now()
    const found = requireUsable(await selectMailToken(tx, tokenHash, 'reset', true), now)
    await endOpenLinks(tx, found.account_id, now)
    await useMailTokens(tx, found.account_id, 'verify', now)
    await updatePassword(tx, found.account_id, passwordHash, now)
    await deleteSessionsOf(tx, found.account_id)
    await disconnectUnproven(tx, found.account_id)
    await recordAccountAudit(tx, { account: accountOf(found), origin, action: 'account.password-reset' }, now)
    await enqueue(tx, ACCOUNT_MAIL, { kind: 'changed', email_key: found.email_key })
    return { account_id: found.account_id, email_key: found.email_key, password_hash: passwordHash }
  })
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
