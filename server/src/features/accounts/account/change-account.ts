import type { Profile } from '@notifly/contracts/accounts/security'
import { LOCALES, type Locale, type UserDetails } from '@notifly/contracts/accounts/accounts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Caller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { recordAccountAudit } from '../../audit/audit.ts'
import { ACCOUNT_MAIL } from './account-mail.ts'
import { deleteEmailChange, upsertEmailChange } from './email-change-queries.ts'
import { emailKey } from './email-key.ts'
import { accountLimits } from '../sign-in/limits.ts'
import { endOpenLinks } from '../sign-up/link-tokens.ts'
import { selectProfile, updatePassword, updateProfileRow } from '../queries.ts'
import { countRecoveryCodes } from '../second-factor/second-factor-queries.ts'
import { deleteBearersOf, deleteOtherSessions } from '../sign-in/session-queries.ts'
import { openUser } from '../sign-in/sessions.ts'

/** Returns the caller's account and how it is protected. */
export async function readOwnProfile(deps: Deps, caller: Caller): Promise<Profile> {
  const db = deps.database.kysely
  const row = await selectProfile(db, caller.accountId, deps.clock.now())
  if (row === undefined) throw new AppError('unauthorized')
  return {
    uuid: caller.accountId,
    name: row.name,
    email: row.email,
    pending_email: row.pending_email,
    locale: LOCALES.find(locale => locale === row.locale) ?? 'en',
    has_password: row.password_hash !== null,
    mfa_enabled: caller.hasSecondFactor,
    recovery_codes_left: caller.hasSecondFactor ? await countRecoveryCodes(db, caller.accountId) : 0,
  }
}

/** Changes name or language. */
export async function changeProfile(
  deps: Deps,
  caller: Caller,
  fields: { name?: string | undefined; locale?: Locale | undefined },
): Promise<void> {
  const { name, locale } = caller
  await deps.database.kysely.transaction().execute(async tx => {
    const now = deps.clock.now()
    await updateProfileRow(tx, caller.accountId, fields, now)
    const after = { name: fields.name ?? name, locale: fields.locale ?? locale }
    if (after.name === name && after.locale === locale) return
    const act = { account: caller, origin: caller.origin, action: 'account.update' } as const
    // The names themselves are kept with the person, which can be erased; the trail cannot.
    await recordAccountAudit(tx, { ...act, before: { name, locale }, after, hidden: ['name'] }, now)
  })
}

/**
 * Sets a new password. Ends every other session and all tokens of this one (the response contains a new one), invalidates links that were
 * mailed before, and mails the account's owner.
 */
export async function setPassword(
  deps: Deps,
  caller: Caller,
  password: string,
): Promise<{ user: UserDetails; account: { account_id: string; password_hash: string } }> {
  const { accountId, sessionId, applicationId } = caller
  const passwordHash = await deps.passwords.hash(password)
  await deps.database.kysely.transaction().execute(async tx => {
    const now = deps.clock.now()
    await updatePassword(tx, accountId, passwordHash, now)
    await endOpenLinks(tx, accountId, now)
    await deleteOtherSessions(tx, accountId, sessionId)
    await deleteBearersOf(tx, sessionId)
    await recordAccountAudit(tx, { account: caller, origin: caller.origin, action: 'account.password-change' }, now)
    await enqueue(tx, ACCOUNT_MAIL, { kind: 'changed', email_key: emailKey(caller.email) })
  })
  const user = await openUser(deps, { accountId, sessionId, applicationId })
  return { user, account: { account_id: accountId, password_hash: passwordHash } }
}

const CHANGE_MS = 24 * 3_600_000

/**
 * Stores the address that the caller wants and mails it a link. The response does not reveal whether the address has an account: then its
 * owner gets a notice instead of a link.
 */
export async function requestEmailChange(deps: Deps, caller: Caller, email: string): Promise<void> {
  const key = emailKey(email)
  if (key === emailKey(caller.email)) throw invalidField('email', sentence('accounts.ownAddress'))
  const { mailByAccount, mailByEmail } = accountLimits(deps.database.pool)
  await mailByAccount.take(caller.accountId)
  await mailByEmail.take(key)
  await deps.database.kysely.transaction().execute(async tx => {
    const now = deps.clock.now()
    const expiresAt = new Date(now.getTime() + CHANGE_MS)
    await upsertEmailChange(tx, { accountId: caller.accountId, email, emailKey: key, expiresAt }, now)
    await enqueue(tx, ACCOUNT_MAIL, { kind: 'newEmail', email_key: emailKey(caller.email) })
  })
}

export async function cancelChange(deps: Deps, caller: Caller): Promise<void> {
  await deleteEmailChange(deps.database.kysely, caller.accountId)
}
