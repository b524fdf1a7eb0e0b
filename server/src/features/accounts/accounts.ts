/**
 * Front door of accounts: finds and creates them for other features, and sends their emails. Exported from their own files: signing in a
 * person whose identity is proven, and confirming it again later.
 */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { SsoProvider } from '@notifly/contracts/sso/sso'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import type { Clock } from '../../lib/clock.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { ACCOUNT_MAIL } from './account/account-mail.ts'
import { emailKey } from './account/email-key.ts'
import { insertAccount, selectAccountByEmail, updateVerified } from './queries.ts'

export { checkPassword } from './sign-in/sign-in.ts'
export { deviceWords } from './sign-in/own-sessions.ts'
export { enterApplication, finishSignIn } from './sign-in/finish-sign-in.ts'
export { confirmBySignIn } from './sign-up/links.ts'
export { refuseCommonPassword } from './passwords/common-passwords.ts'
export { requireRaised } from './passwords/raised.ts'
export { endTokensIn } from './sign-up/token-queries.ts'
export { accountLimits } from './sign-in/limits.ts'
export { emailKey }

/** The account of an email address. Case is ignored. */
interface KnownAccount {
  accountId: string
  email: string
  name: string
  /** False for an account that signs in through a provider only. */
  hasPassword: boolean
  isVerified: boolean
}

export async function findAccountByEmail(db: Db, email: string): Promise<KnownAccount | null> {
  const row = await selectAccountByEmail(db, emailKey(email))
  if (row === undefined) return null
  return {
    accountId: row.account_id,
    email: row.email,
    name: row.name,
    hasPassword: row.password_hash !== null,
    isVerified: row.email_verified_at !== null,
  }
}

interface NewAccount {
  name: string
  email: string
  /** Null: signs in through a provider. */
  password: string | null
  locale: Locale
  /** Whether the address is proven already (an invitation's link, a provider's word). */
  isVerified: boolean
}

/** Returns the new account's id; null if the address has an account. Sends no email. */
export async function createAccount(
  tx: Db,
  deps: Pick<Deps, 'clock' | 'passwords'>,
  person: NewAccount,
): Promise<string | null> {
  const accountId = uuidv7()
  const isNew = await insertAccount(
    tx,
    {
      accountId,
      email: person.email,
      emailKey: emailKey(person.email),
      name: person.name,
      passwordHash: person.password === null ? null : await deps.passwords.hash(person.password),
      locale: person.locale,
      verifiedAt: person.isVerified ? deps.clock.now() : null,
    },
    deps.clock.now(),
  )
  return isNew ? accountId : null
}

/** For a person who proved ownership of the address other than by our verification email. */
export function markEmailVerified(tx: Db, clock: Clock, accountId: string): Promise<void> {
  return updateVerified(tx, accountId, clock.now())
}

/** Sends the verification email to an address, if it has an account that waits for one. */
export async function requestVerification(tx: Db, email: string): Promise<void> {
  await enqueue(tx, ACCOUNT_MAIL, { kind: 'verify', email_key: emailKey(email) })
}

/** Emails the owner of an address that it has an account: someone has just tried to sign up with it again. */
export async function mentionAccount(tx: Db, email: string): Promise<void> {
  await enqueue(tx, ACCOUNT_MAIL, { kind: 'known', email_key: emailKey(email) })
}

/** Emails an account's owner that a provider signs them in from now on, or no longer. */
export async function mentionProvider(tx: Db, email: string, provider: SsoProvider, isOn: boolean): Promise<void> {
  await enqueue(tx, ACCOUNT_MAIL, { kind: isOn ? 'providerOn' : 'providerOff', email_key: emailKey(email), provider })
}
